#include "terrane/rts/opponent_plan.h"

#include <cstring>

namespace terrane::rts {

Plan read_plan(const PlanRow& row) {
  Plan plan;
  std::memcpy(static_cast<void*>(&plan), row.words.data(), sizeof(plan));
  return plan;
}

void write_plan(PlanRow& row, const Plan& plan) {
  std::memcpy(row.words.data(), &plan, sizeof(plan));
}

}  // namespace terrane::rts
