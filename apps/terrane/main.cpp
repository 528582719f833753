#include "command.h"

int main(int argc, char** argv) {
  return terrane::app::run_command_line(argc, argv);
}
