// OpenGL's entry points: through libepoxy natively, the browser's own on a page.
#pragma once

#ifdef __EMSCRIPTEN__
#include <GLES3/gl3.h>
#else
#include <epoxy/gl.h>
#endif
