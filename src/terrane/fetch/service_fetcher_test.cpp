#include "terrane/fetch/service_fetcher.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace terrane::fetch {
namespace {

struct Sent {
  std::uint64_t id = 0;
  std::string url;
};

// What went over the network and what comes back, by the test's hand.
struct Wire {
  std::vector<Sent> sent;
  std::vector<std::uint64_t> cancelled;
  std::vector<HttpReply> coming;
};

class ScriptedTransport final : public Transport {
 public:
  explicit ScriptedTransport(Wire& wire) : wire_(wire) {}
  void send(std::uint64_t id, const std::string& url) override { wire_.sent.push_back({id, url}); }
  void cancel(std::uint64_t id) override { wire_.cancelled.push_back(id); }
  std::vector<HttpReply> take() override { return std::exchange(wire_.coming, {}); }
  std::string user_agent() const override { return "tester/1"; }

 private:
  Wire& wire_;
};

// A body is good when it ends with "!"; "much" is too much to ask for at once.
class EndsLoud final : public BodyCheck {
 public:
  void look(std::string_view slice) override { text_ += slice; }
  Verdict verdict() const override {
    if (text_ == "much") return {false, true, "it was too much"};
    if (text_.empty() || text_.back() != '!') return {false, false, "it was cut short"};
    return {true, false, {}};
  }

 private:
  std::string text_;
};

struct Stage {
  explicit Stage(ServiceRules rules = {}) {
    ServiceHooks hooks;
    hooks.now_s = [this] { return now_s; };
    hooks.seed = 7;
    hooks.make_check = [] { return std::make_unique<EndsLoud>(); };
    hooks.split = [](const Request& request) {
      std::vector<Request> parts;
      if (request.url.size() < 3) {
        for (const char c : {'a', 'b'}) parts.push_back({request.url + c, request.name});
      }
      return parts;
    };
    hooks.arrived = [this](const Request& request, const Bytes&) {
      arrived.push_back(request.url);
    };
    fetcher = std::make_unique<ServiceFetcher>(std::make_unique<ScriptedTransport>(wire), rules,
                                               std::move(hooks));
  }

  void start(std::uint64_t ticket, const std::string& url) {
    fetcher->start(ticket, {url, "tile " + url});
  }
  std::vector<std::string> urls() const {
    std::vector<std::string> urls;
    for (const Sent& sent : wire.sent) urls.push_back(sent.url);
    return urls;
  }
  // Answers the latest query for `url`.
  void answer(const std::string& url, const std::string& body, unsigned status = 200,
              HttpEnd end = HttpEnd::Answered, double retry_after_s = 0) {
    const auto sent = std::find_if(wire.sent.rbegin(), wire.sent.rend(),
                                   [&](const Sent& candidate) { return candidate.url == url; });
    REQUIRE_MESSAGE(sent != wire.sent.rend(), url);
    HttpReply reply;
    reply.id = sent->id;
    reply.end = end;
    reply.status = status;
    reply.retry_after_s = retry_after_s;
    reply.body = body;
    reply.why = "so it is";
    reply.received = body.size();
    wire.coming.push_back(std::move(reply));
  }
  std::vector<Delivery> collect() { return fetcher->collect(); }
  // The one delivery, which is a failure; its sentence.
  base::Error failure(double* after_s = nullptr) {
    std::vector<Delivery> deliveries = collect();
    REQUIRE(deliveries.size() == 1);
    REQUIRE(!deliveries[0].body.ok());
    if (after_s != nullptr) *after_s = deliveries[0].retry_after_s;
    return deliveries[0].body.error();
  }

  double now_s = 1000;
  Wire wire;
  std::vector<std::string> arrived;
  std::unique_ptr<ServiceFetcher> fetcher;
};

bool says(const base::Error& error, const std::string& text) {
  return base::to_sentence(error).find(text) != std::string::npos;
}

}  // namespace

TEST_CASE("a request is one query however many want it, two fly at once, the first wanted first") {
  Stage stage;
  stage.start(1, "z");
  stage.start(2, "a");
  stage.start(3, "z");
  stage.start(4, "m");
  CHECK(stage.collect().empty());
  CHECK(stage.urls() == std::vector<std::string>{"z", "a"});
  stage.answer("z", "the z!");
  const auto first = stage.collect();
  REQUIRE(first.size() == 2);
  CHECK(first[0].ticket == 1);
  CHECK(first[1].ticket == 3);
  CHECK(first[0].body.value() == first[1].body.value());  // one body, shared
  CHECK(*first[0].body.value() == "the z!");
  CHECK(stage.urls() == std::vector<std::string>{"z", "a", "m"});
  CHECK(stage.arrived == std::vector<std::string>{"z"});
  // What is held costs no query.
  stage.start(5, "z");
  CHECK(stage.collect().size() == 1);
  CHECK(stage.wire.sent.size() == 3);
  CHECK(stage.fetcher->traffic()->queries == 3);
  CHECK(stage.fetcher->traffic()->bytes == 6);
  // Until it is let go of.
  stage.fetcher->keep_only([](const Request& request) { return request.url != "z"; });
  stage.answer("a", "a!");
  stage.answer("m", "m!");
  CHECK(stage.collect().size() == 2);
  stage.start(6, "z");
  stage.collect();
  CHECK(stage.wire.sent.size() == 4);
}

TEST_CASE("after 429 nobody asks for half a minute; it grows, and its header counts") {
  Stage stage;
  stage.start(1, "x");
  stage.collect();
  stage.answer("x", "", 429);
  double after_s = 0;
  const base::Error error = stage.failure(&after_s);
  CHECK(says(error, "429"));
  CHECK(says(error, "tile x"));
  CHECK(says(error, "asked for again in"));
  CHECK(after_s >= 30);
  CHECK(after_s <= 30 * 1.25);
  // Another request waits for the same pause, and is told so at once.
  stage.start(2, "y");
  CHECK(says(stage.failure(), "429"));
  stage.now_s += 29.9;
  stage.start(3, "x");
  stage.failure();
  CHECK(stage.wire.sent.size() == 1);
  stage.now_s += 8;
  stage.start(4, "x");
  CHECK(stage.collect().empty());
  CHECK(stage.wire.sent.size() == 2);
  stage.answer("x", "", 429, HttpEnd::Answered, 50);
  stage.failure(&after_s);
  CHECK(after_s >= 100);  // twice the server's own wish
  stage.now_s += 130;
  stage.start(5, "x");
  stage.collect();
  stage.answer("x", "there!");
  CHECK(stage.collect().size() == 1);
  // It answered: the next pause is a first one again.
  stage.start(6, "w");
  stage.collect();
  stage.answer("w", "", 429);
  stage.failure(&after_s);
  CHECK(after_s <= 30 * 1.25);
}

TEST_CASE("a pause grows to ten minutes and no further, unless the server says so") {
  Stage stage;
  double after_s = 0;
  for (int time = 0; time < 12; ++time) {
    stage.start(1, "x");
    stage.collect();
    stage.answer("x", "", 429);
    stage.failure(&after_s);
    stage.now_s += after_s;
  }
  CHECK(after_s >= 600);
  CHECK(after_s <= 600 * 1.25);
}

TEST_CASE("each fault has its own sentence and wait, and is no body") {
  struct Case {
    unsigned status;
    HttpEnd end;
    const char* body;
    const char* says;
  };
  const Case cases[] = {
      {406, HttpEnd::Answered, "", "User-Agent `tester/1`"},
      {500, HttpEnd::Answered, "", "HTTP 500"},
      {503, HttpEnd::Answered, "", "HTTP 503"},
      {400, HttpEnd::Answered, "", "HTTP 400"},
      {200, HttpEnd::Answered, "half", "cut short"},
      {200, HttpEnd::Answered, "", "cut short"},
      {0, HttpEnd::Cut, "", "cut short: so it is"},
      {0, HttpEnd::Unreachable, "", "cannot be reached: so it is"},
  };
  for (const Case& fault : cases) {
    CAPTURE(fault.says);
    Stage stage;
    stage.start(1, "x");
    stage.collect();
    stage.answer("x", fault.body, fault.status, fault.end);
    double after_s = 0;
    const base::Error error = stage.failure(&after_s);
    CHECK_MESSAGE(says(error, fault.says), base::to_sentence(error));
    CHECK(after_s >= 5);
    CHECK(stage.arrived.empty());
    // Asked again at once, it is not.
    stage.start(2, "x");
    stage.failure();
    CHECK(stage.wire.sent.size() == 1);
    stage.now_s += after_s;
    stage.start(3, "x");
    stage.collect();
    CHECK(stage.wire.sent.size() == 2);
    stage.answer("x", "well!");
    CHECK(stage.collect().size() == 1);
  }
}

TEST_CASE("one tile's fault does not keep the others from being asked for") {
  Stage stage;
  stage.start(1, "x");
  stage.collect();
  stage.answer("x", "half");
  stage.failure();
  stage.start(2, "y");
  stage.collect();
  CHECK(stage.urls() == std::vector<std::string>{"x", "y"});
}

TEST_CASE("what is too much is asked for in parts, which become one body") {
  for (const unsigned status : {413u, 504u, 200u, 0u}) {
    CAPTURE(status);
    Stage stage;
    stage.start(1, "x");
    stage.collect();
    const HttpEnd end = status == 0 ? HttpEnd::TimedOut : HttpEnd::Answered;
    stage.answer("x", status == 200 ? "much" : "", status, end);
    CHECK(stage.collect().empty());
    CHECK(stage.urls() == std::vector<std::string>{"x", "xa", "xb"});
    // One part is too much again.
    stage.answer("xb", "", 413);
    stage.answer("xa", "A!");
    CHECK(stage.collect().empty());
    stage.answer("xba", "B!");
    CHECK(stage.collect().empty());
    stage.answer("xbb", "C!");
    const auto whole = stage.collect();
    REQUIRE(whole.size() == 1);
    CHECK(*whole[0].body.value() ==
          "A!\x1e"
          "B!\x1e"
          "C!");
    CHECK(stage.arrived == std::vector<std::string>{"x"});
  }
}

TEST_CASE("a part that fails fails the whole, and the others are not asked for again") {
  Stage stage;
  stage.start(1, "x");
  stage.collect();
  stage.answer("x", "", 413);
  stage.collect();
  stage.answer("xa", "A!");
  stage.answer("xb", "half");
  double after_s = 0;
  stage.failure(&after_s);
  stage.now_s += after_s;
  stage.start(2, "x");
  stage.collect();
  CHECK(stage.urls() == std::vector<std::string>{"x", "xa", "xb", "xb"});
  stage.answer("xb", "B!");
  CHECK(stage.collect().size() == 1);
}

TEST_CASE("what nobody wants any more is called off, and its late reply dropped") {
  Stage stage;
  stage.start(1, "x");
  stage.start(2, "y");
  stage.start(3, "y");
  stage.collect();
  const std::uint64_t id = stage.wire.sent[0].id;
  stage.fetcher->cancel(1);
  stage.collect();
  CHECK(stage.wire.cancelled.empty());  // somebody might want it again
  stage.now_s += 3;
  stage.collect();
  CHECK(stage.wire.cancelled == std::vector<std::uint64_t>{id});
  HttpReply late;
  late.id = id;
  late.status = 200;
  late.body = "late!";
  stage.wire.coming.push_back(late);
  CHECK(stage.collect().empty());
  CHECK(stage.arrived.empty());
  // Somebody else still wants y.
  stage.fetcher->cancel(2);
  CHECK(stage.wire.cancelled.size() == 1);
  stage.answer("y", "y!");
  const auto rest = stage.collect();
  REQUIRE(rest.size() == 1);
  CHECK(rest[0].ticket == 3);
  // The flight that was called off made room.
  stage.start(4, "p");
  stage.start(5, "q");
  stage.collect();
  CHECK(stage.wire.sent.size() == 4);
}

TEST_CASE("who wants it again soon gets the query that still flies") {
  Stage stage;
  stage.start(1, "x");
  stage.collect();
  stage.fetcher->cancel(1);
  stage.now_s += 2;
  stage.start(2, "x");
  stage.now_s += 10;
  stage.collect();
  stage.answer("x", "x!");
  const auto deliveries = stage.collect();
  REQUIRE(deliveries.size() == 1);
  CHECK(deliveries[0].ticket == 2);
  CHECK(stage.wire.sent.size() == 1);
  CHECK(stage.wire.cancelled.empty());
}

TEST_CASE("calling off what failed does not go round its wait") {
  Stage stage;
  stage.start(1, "x");
  stage.collect();
  stage.answer("x", "half");
  stage.failure();
  stage.start(2, "x");
  stage.fetcher->cancel(2);
  stage.start(3, "x");
  stage.failure();
  CHECK(stage.wire.sent.size() == 1);
}

TEST_CASE("who asks by hand waits for nothing but what the server asked for") {
  Stage stage;
  stage.start(1, "x");
  stage.collect();
  stage.answer("x", "", 0, HttpEnd::Unreachable);
  stage.failure();
  stage.fetcher->hurry();
  stage.start(2, "x");
  CHECK(stage.collect().empty());
  CHECK(stage.wire.sent.size() == 2);
  stage.answer("x", "", 429);
  stage.failure();
  stage.fetcher->hurry();
  stage.start(3, "x");
  stage.failure();
  CHECK(stage.wire.sent.size() == 2);
}

TEST_CASE("a run asks for no more than is fair") {
  ServiceRules rules;
  rules.queries_max = 1;
  Stage stage(rules);
  stage.start(1, "x");
  stage.collect();
  stage.answer("x", "x!");
  CHECK(stage.collect().size() == 1);
  stage.start(2, "y");
  CHECK(says(stage.failure(), "fair"));
  CHECK(stage.wire.sent.size() == 1);
}

TEST_CASE("a large body is looked at over several calls") {
  ServiceRules rules;
  rules.slice_bytes = 10;
  Stage stage(rules);
  stage.start(1, "x");
  stage.collect();
  stage.answer("x", std::string(34, '.') + "!");
  for (int call = 0; call < 3; ++call) CHECK(stage.collect().empty());
  CHECK(stage.collect().size() == 1);
}

TEST_CASE("a service's address is of the web, with a host and nothing hidden in it") {
  for (const char* good : {"https://overpass-api.de/api/interpreter", "http://127.0.0.1:8080/x",
                           "http://localhost/", "http://[::1]:80/api"}) {
    CHECK_MESSAGE(check_service_url(good, "test").ok(), good);
  }
  for (const char* bad :
       {"", "file:///etc/passwd", "ftp://host/", "overpass-api.de", "http://", "http:///path",
        "http://user@host/", "http://host/?a=b", "http://host/#a", "http://ho st/", "http://host:/",
        "http://host:99x/", "http://host/\"", "javascript:alert(1)", "http://h\xc3\xb6st/"}) {
    CHECK_MESSAGE(!check_service_url(bad, "test").ok(), bad);
  }
  CHECK(!check_service_url("http://" + std::string(2000, 'a'), "test").ok());
  CHECK(host_of("https://overpass-api.de/api/interpreter") == "overpass-api.de");
  CHECK(percent_encoded("a[b]=\"c\";") == "a%5Bb%5D%3D%22c%22%3B");
}

}  // namespace terrane::fetch
