// What happens before everything else: memory set up for streaming, and the moment the program
// began, so that `first_world_ms` can count everything from there on.
#pragma once

namespace terrane::app {

// Both are called first thing in main(); owner thread.
void keep_freed_memory();
void mark_process_start();
double seconds_since_process_start();

}  // namespace terrane::app
