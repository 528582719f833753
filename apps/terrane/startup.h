// When the program began, so that `first_world_ms` can count everything from there on.
#pragma once

namespace terrane::app {

// Called first thing in main(); owner thread.
void mark_process_start();
double seconds_since_process_start();

}  // namespace terrane::app
