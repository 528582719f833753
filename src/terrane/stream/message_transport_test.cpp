#include "terrane/stream/message_transport.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

#include "terrane/stream/message_testing.h"
#include "terrane/stream/testing.h"

namespace terrane::stream {
namespace {

using testing::LoopbackScript;
using testing::ManualClock;
using testing::ScriptedProvider;

// A service over `count` message workers in this process, and jobs for it.
struct Bench {
  explicit Bench(unsigned count, const std::function<void(LoopbackScript&)>& change = {})
      : scripts(count) {
    for (LoopbackScript& script : scripts) {
      script.open_world = [](const LoadMessage& load) -> base::Result<std::unique_ptr<Provider>> {
        auto world = std::make_unique<ScriptedProvider>();
        world->world.uri = load.uri;
        return std::unique_ptr<Provider>(std::move(world));
      };
      if (change) change(script);
    }
    service = std::make_unique<BuildService>(
        provider, make_loopback_transport(provider, scripts, {"scripted:1", "", nullptr}, clock),
        BuildServiceOptions{}, &clock);
  }

  std::vector<BuildOutcome> pump() { return service->pump(clock.time_s + 1); }
  void submit(std::size_t count) {
    std::vector<BuildJob> jobs;
    for (std::size_t job = 0; job < count; ++job) {
      ++next_id;
      const auto key = ScriptedProvider::key_of({static_cast<int>(next_id), 0});
      jobs.push_back({next_id, {key, 0, InputScope::Padded}, {}});
    }
    service->submit(std::move(jobs));
  }
  // Until the probe piece has been compared.
  void greet() {
    pump();
    REQUIRE(service->room() == 1);
    submit(1);
    for (int round = 0; round < 3; ++round) pump();
  }
  // All that is submitted, by request; fails where one comes twice.
  std::set<std::uint64_t> pump_all() {
    std::set<std::uint64_t> ids;
    for (int round = 0; round < 20 && service->in_flight() > 0; ++round) {
      for (const BuildOutcome& outcome : pump()) {
        CHECK(outcome.content.ok());
        CHECK_MESSAGE(ids.insert(outcome.request_id).second, "a request was answered twice");
      }
    }
    return ids;
  }
  std::string trouble() const { return service->trouble(); }

  ScriptedProvider provider;
  ManualClock clock;
  std::vector<LoopbackScript> scripts;
  std::unique_ptr<BuildService> service;
  std::uint64_t next_id = 0;
};

// Changes one answer of a worker, counted from 1, and lets the others be.
std::function<bool(Message&)> on_answer_number(unsigned number,
                                               std::function<bool(Message&)> change) {
  auto count = std::make_shared<unsigned>(0);
  return [number, change = std::move(change), count](Message& message) {
    *count += 1;
    return *count == number ? change(message) : true;
  };
}

// A world in which something happens now and then, one number a time; each build holds how much of
// it its world has heard of.
class ChangingProvider final : public ScriptedProvider {
 public:
  std::vector<std::uint8_t> happened;

  std::uint64_t change_signature() const override { return happened.size(); }
  std::vector<std::uint8_t> changes_for(WorkerKnowledge& knowledge) const override {
    const auto known = static_cast<std::ptrdiff_t>(knowledge.records.size());
    for (std::size_t id = knowledge.records.size(); id < happened.size(); ++id) {
      knowledge.records.push_back({id, 0});
    }
    knowledge.signature = happened.size();
    return {happened.begin() + known, happened.end()};
  }
  base::Result<void> apply_changes(std::span<const std::uint8_t> changes) override {
    if (changes.empty()) {
      return base::Error{base::ErrorCode::BadData, "nothing changed", "", "a change"};
    }
    happened.insert(happened.end(), changes.begin(), changes.end());
    return {};
  }
  base::Result<content::Content> build_on_worker(const BuildRequest& request,
                                                 std::span<const fetch::Bytes>) const override {
    content::Content content;
    for (const std::uint8_t what : happened) content.owned.push_back({{}, what});
    content.owned.push_back({{}, request.key.value});
    return content;
  }
};

}  // namespace

TEST_CASE("each worker hears what changed since it last did, before the builds that need it") {
  ManualClock clock;
  ChangingProvider provider;
  provider.happened = {4};
  std::vector<LoopbackScript> scripts(2);
  for (LoopbackScript& script : scripts) {
    script.open_world = [](const LoadMessage&) -> base::Result<std::unique_ptr<Provider>> {
      return std::unique_ptr<Provider>(std::make_unique<ChangingProvider>());
    };
  }
  const auto transport = testing::make_loopback_transport(provider, scripts, {}, clock);
  CHECK(transport->collect().empty());
  std::uint64_t next_id = 0;
  const auto build = [&](unsigned worker) {
    next_id += 1;
    transport->submit(worker, {{next_id, {{next_id}, 0, InputScope::Padded}, {}}});
  };
  const auto check_built = [&](std::size_t count) {
    const auto finished = transport->collect();
    REQUIRE(finished.size() == count);
    for (const BuildTransport::Finished& one : finished) {
      const auto here = provider.build_on_worker({one.outcome.key, 0, InputScope::Padded}, {});
      CHECK_MESSAGE(content::digest(one.outcome.content.value()) == content::digest(here.value()),
                    "a worker built in a world of before");
    }
  };
  const auto heard = [&](unsigned worker) {
    const std::vector<MessageKind>& posted = scripts[worker].posted;
    return std::count(posted.begin(), posted.end(), MessageKind::Changes);
  };
  build(0);
  build(0);
  check_built(2);
  CHECK_MESSAGE(heard(0) == 1, "what did not change was sent again");
  CHECK_MESSAGE(heard(1) == 0, "a worker that builds nothing was told of changes");
  provider.happened.insert(provider.happened.end(), {5, 6});
  build(1);
  check_built(1);
  provider.happened.push_back(7);
  build(0);
  build(1);
  check_built(2);
  CHECK(heard(0) == 2);
  CHECK(heard(1) == 2);

  scripts[0].error = "was closed";
  REQUIRE(transport->replace(0));
  transport->collect();
  build(0);
  check_built(1);
  CHECK_MESSAGE(heard(0) == 1, "a new worker was not told everything, once");
}

TEST_CASE("message workers build what is asked, bit for bit") {
  Bench bench(2);
  bench.greet();
  CHECK(bench.service->transport_name() == std::string("message workers"));
  REQUIRE(bench.service->room() >= 8);
  bench.submit(8);
  unsigned count = 0;
  for (int round = 0; round < 3; ++round) {
    for (const BuildOutcome& outcome : bench.pump()) {
      count += 1;
      CHECK(outcome.built_on_worker);
      const auto here = bench.provider.build_on_worker({outcome.key, 0, InputScope::Padded}, {});
      REQUIRE(outcome.content.ok());
      CHECK(content::digest(outcome.content.value()) == content::digest(here.value()));
    }
  }
  CHECK(count == 8);
  CHECK(bench.trouble().empty());
  for (const LoopbackScript& script : bench.scripts) {
    const bool has_work = script.posted.size() >= 2 && script.posted[0] == MessageKind::Load;
    CHECK_MESSAGE(has_work, "a worker had nothing to do");
  }
}

TEST_CASE("a build's error comes back as the same sentence") {
  Bench bench(1, [](LoopbackScript& script) {
    script.open_world = [](const LoadMessage&) -> base::Result<std::unique_ptr<Provider>> {
      auto world = std::make_unique<ScriptedProvider>();
      world->failing.insert(ScriptedProvider::key_of({2, 0}).value);
      return std::unique_ptr<Provider>(std::move(world));
    };
  });
  bench.greet();
  bench.submit(1);
  std::vector<BuildOutcome> outcomes = bench.pump();
  REQUIRE(outcomes.size() == 1);
  REQUIRE_FALSE(outcomes[0].content.ok());
  CHECK(base::to_sentence(outcomes[0].content.error()) ==
        "the script says no (a cell): another cell");
}

TEST_CASE("a message worker that never says hello is dead two seconds after its code was loaded") {
  Bench bench(1, [](LoopbackScript& script) {
    script.hears = false;
    script.restartable = false;
  });
  bench.pump();
  bench.clock.time_s += 1.9;
  bench.pump();
  CHECK_FALSE(bench.service->inline_fallback());
  bench.clock.time_s += 0.2;
  bench.pump();
  CHECK(bench.service->inline_fallback());
  CHECK(bench.trouble().find("within 2 s of loading its code") != std::string::npos);
  CHECK_MESSAGE(bench.scripts[0].ended, "a worker that was given up lives on");
}

TEST_CASE("a message worker whose code never loads is started once more, then given up") {
  Bench bench(1, [](LoopbackScript& script) { script.loaded = false; });
  bench.pump();
  bench.clock.time_s += 10.1;
  bench.pump();
  CHECK(bench.scripts[0].restarts == 1);
  bench.clock.time_s += 10.1;
  bench.pump();
  CHECK(bench.service->inline_fallback());
}

TEST_CASE("a worker that dies at import is replaced at once, and its reason is on the screen") {
  Bench bench(1);
  bench.scripts[0].error = "its script answered 404";
  bench.pump();
  CHECK(bench.scripts[0].restarts == 1);
  bench.scripts[0].error = "its script answered 404";
  bench.pump();
  CHECK(bench.trouble() ==
        "build worker 1 of 1 died: its script answered 404; pieces are built on the main thread "
        "now");
}

TEST_CASE("a worker that cannot open its world says why") {
  Bench bench(1, [](LoopbackScript& script) {
    script.restartable = false;
    script.open_world = [](const LoadMessage& load) -> base::Result<std::unique_ptr<Provider>> {
      return base::Error{base::ErrorCode::NotFound, "no such world", load.uri, "another"};
    };
  });
  bench.pump();
  CHECK(bench.service->inline_fallback());
  CHECK(bench.trouble().find("died: no such world (scripted:1): another") != std::string::npos);
}

TEST_CASE("a message worker with another world or other rules is refused by name") {
  const auto with_world = [](const std::string& uri, std::uint64_t digest) {
    return [uri, digest](LoopbackScript& script) {
      script.open_world = [uri,
                           digest](const LoadMessage&) -> base::Result<std::unique_ptr<Provider>> {
        auto world = std::make_unique<ScriptedProvider>();
        world->world.uri = uri;
        world->world.rules_digest = digest;
        return std::unique_ptr<Provider>(std::move(world));
      };
    };
  };
  Bench other_world(1, with_world("scripted:2", 77));
  other_world.pump();
  CHECK(other_world.trouble().find("scripted:2 instead of scripted:1") != std::string::npos);
  Bench other_rules(1, with_world("scripted:1", 78));
  other_rules.pump();
  CHECK(other_rules.trouble().find("other rules") != std::string::npos);
  CHECK(other_rules.scripts[0].restarts == 0);
  CHECK(other_rules.scripts[0].ended);
}

TEST_CASE("a message worker that builds the probe piece differently is refused") {
  Bench bench(2);
  bench.scripts[1].on_answer = on_answer_number(2, [](Message& message) {
    BuildOutcome outcome = std::move(read_finished(message)).value();
    outcome.content.value().instances.emplace_back();
    write_finished(outcome, message);
    return true;
  });
  bench.greet();
  CHECK(bench.trouble().find("worker 2 of 2 built its probe piece") != std::string::npos);
  CHECK_FALSE(bench.service->inline_fallback());
  CHECK(bench.scripts[1].ended);
}

TEST_CASE("a worker that dies in the middle hands its builds back, and they are built") {
  Bench bench(2);
  bench.greet();
  bench.scripts[0].hears = false;
  bench.submit(10);
  REQUIRE_FALSE(bench.scripts[0].to_worker.empty());
  bench.scripts[0].hears = true;
  bench.scripts[0].error = "ran out of memory";
  CHECK(bench.pump_all().size() == 10);
  CHECK(bench.scripts[0].restarts == 1);
  CHECK(bench.trouble().empty());
}

TEST_CASE("what a worker posted before it died is not taken for its successor's") {
  Bench bench(1);
  bench.greet();
  bench.submit(4);
  // It builds all, but one answer only is taken before it dies.
  bench.scripts[0].messages_heard_at_once = 1;
  bench.scripts[0].on_answer = [&](Message&) { return bench.scripts[0].to_owner.empty(); };
  bench.pump();
  bench.scripts[0].on_answer = {};
  bench.scripts[0].error = "was closed";
  bench.pump();
  CHECK(bench.scripts[0].restarts == 1);
  CHECK(bench.service->in_flight() == 3);
  CHECK(bench.pump_all().size() == 3);
}

TEST_CASE("garbage of any kind is refused with a reason, and its sender replaced, then given up") {
  struct Lie {
    const char* reason;
    std::function<bool(Message&)> tell;
  };
  const Lie lies[] = {
      {"no message of a build worker",
       [](Message& message) {
         message = {'<', 'h', 't', 'm', 'l', '>'};
         return true;
       }},
      {"no message of a build worker",
       [](Message& message) {
         message.clear();
         return true;
       }},
      {"a message of another version",
       [](Message& message) {
         message[2] += 1;
         return true;
       }},
      {"does not add up",
       [](Message& message) {
         message.resize(message.size() - 1);
         return true;
       }},
      {"a message out of turn",
       [](Message& message) {
         SentInputs sent;
         write_build({}, sent, message);
         return true;
       }},
      {"a message out of turn",
       [](Message& message) {
         write_hello({"scripted:1", 77}, message);
         return true;
       }},
      {"answered what nobody asked",
       [](Message& message) {
         BuildOutcome outcome = std::move(read_finished(message)).value();
         outcome.request_id += 1000;
         write_finished(outcome, message);
         return true;
       }},
      {"answered what nobody asked",
       [](Message& message) {
         BuildOutcome outcome = std::move(read_finished(message)).value();
         outcome.key.value += 1;
         write_finished(outcome, message);
         return true;
       }},
  };
  for (const Lie& lie : lies) {
    CAPTURE(lie.reason);
    Bench bench(1);
    bench.greet();
    bench.submit(3);
    bench.scripts[0].on_answer = on_answer_number(2, lie.tell);
    CHECK(bench.pump().size() == 1);
    CHECK(bench.scripts[0].restarts == 1);
    CHECK(bench.service->in_flight() == 2);
    bench.scripts[0].on_answer = on_answer_number(3, lie.tell);  // hello, probe, then the lie
    CHECK_MESSAGE(bench.pump_all().size() == 2, "what a liar was asked is not built");
    CHECK(bench.service->inline_fallback());
    CHECK_MESSAGE(bench.trouble().find(lie.reason) != std::string::npos, bench.trouble());
  }
}

TEST_CASE("answers before hello are no answers") {
  Bench bench(1, [](LoopbackScript& script) {
    script.restartable = false;
    script.on_answer = [](Message& message) {
      write_finished({1, {1}, content::Content{}, 0, true}, message);
      return true;
    };
  });
  bench.pump();
  CHECK(bench.service->inline_fallback());
  CHECK(bench.trouble().find("a message out of turn") != std::string::npos);
}

TEST_CASE("a worker that hears garbage says so and is silent from then on") {
  std::vector<Message> said;
  ManualClock clock;
  const auto open = [](const LoadMessage&) -> base::Result<std::unique_ptr<Provider>> {
    return std::unique_ptr<Provider>(std::make_unique<ScriptedProvider>());
  };
  const auto post = [&](MessageView message) { said.emplace_back(message.begin(), message.end()); };
  Message load;
  write_load({"scripted:1", "", nullptr}, load);
  Message build;
  const std::vector<BuildJob> bundle{{1, {{5}, 0, InputScope::Padded}, {}}};
  SentInputs sent;
  write_build(bundle, sent, build);
  Message changes;
  const std::vector<std::uint8_t> nonsense{1, 2, 3};
  write_changes(nonsense, changes);
  const Message html{'<', 'p', '>'};

  const std::vector<std::vector<Message>> stories = {{html},       {build},         {changes},
                                                     {load, load}, {load, changes}, {load, html}};
  for (const std::vector<Message>& story : stories) {
    said.clear();
    MessageWorker worker(open, post, clock);
    for (const Message& message : story) worker.receive(message);
    REQUIRE(said.size() == story.size());
    CHECK(kind_of(said.back()).value() == MessageKind::Trouble);
    worker.receive(load);
    worker.receive(build);
    CHECK_MESSAGE(said.size() == story.size(), "a worker that gave up went on");
  }
}

TEST_CASE("collecting stops when half of the time is over, after one piece at least") {
  Bench bench(2);
  bench.greet();
  bench.submit(12);
  bench.clock.per_call_s = 1e-3;
  std::size_t rounds = 0;
  std::size_t pieces = 0;
  while (pieces < 12 && rounds < 50) {
    // The clock says so many milliseconds were spent as it was looked at.
    const std::size_t came = bench.service->pump(bench.clock.time_s + 4e-3).size();
    CHECK(came >= 1);
    CHECK_MESSAGE(came <= 3, "a frame took more pieces than it had time for");
    pieces += came;
    rounds += 1;
  }
  CHECK(pieces == 12);
  CHECK(rounds >= 4);
}

}  // namespace terrane::stream
