#include "terrane/gpu/headless_context.h"

#include <epoxy/egl.h>

#include <string>
#include <utility>
#include <vector>

#include "terrane/gpu/backend.h"

namespace terrane::gpu {
namespace {

using base::Error;
using base::ErrorCode;

struct EglContext {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;
};

bool has_extension(EGLDisplay display, const char* name) {
  const char* all = eglQueryString(display, EGL_EXTENSIONS);
  return all != nullptr && std::string(all).find(name) != std::string::npos;
}

// Displays to try, best first. Asking for one costs little; none is initialised here.
std::vector<EGLDisplay> candidate_displays() {
  std::vector<EGLDisplay> displays;
  if (has_extension(EGL_NO_DISPLAY, "EGL_EXT_platform_device") ||
      has_extension(EGL_NO_DISPLAY, "EGL_EXT_platform_base")) {
    if (has_extension(EGL_NO_DISPLAY, "EGL_EXT_device_enumeration") ||
        has_extension(EGL_NO_DISPLAY, "EGL_EXT_device_base")) {
      EGLDeviceEXT devices[16];
      EGLint count = 0;
      if (eglQueryDevicesEXT(16, devices, &count) == EGL_TRUE) {
        for (EGLint index = 0; index < count; ++index) {
          displays.push_back(
              eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, devices[index], nullptr));
        }
      }
    }
    if (has_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless")) {
      displays.push_back(eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr));
    }
  }
  displays.push_back(eglGetDisplay(EGL_DEFAULT_DISPLAY));
  return displays;
}

EGLContext make_context(EGLDisplay display, GlDialect dialect) {
  const bool es = dialect == GlDialect::Es;
  if (eglBindAPI(es ? EGL_OPENGL_ES_API : EGL_OPENGL_API) != EGL_TRUE) return EGL_NO_CONTEXT;
  const EGLint config_attributes[] = {EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE,
                                      es ? EGL_OPENGL_ES3_BIT : EGL_OPENGL_BIT, EGL_NONE};
  EGLConfig config = nullptr;
  EGLint config_count = 0;
  if (eglChooseConfig(display, config_attributes, &config, 1, &config_count) != EGL_TRUE ||
      config_count == 0) {
    return EGL_NO_CONTEXT;
  }
  const EGLint es_attributes[] = {EGL_CONTEXT_CLIENT_VERSION, 3, EGL_NONE};
  const EGLint desktop_attributes[] = {EGL_CONTEXT_MAJOR_VERSION_KHR,
                                       3,
                                       EGL_CONTEXT_MINOR_VERSION_KHR,
                                       3,
                                       EGL_CONTEXT_OPENGL_PROFILE_MASK_KHR,
                                       EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT_KHR,
                                       EGL_NONE};
  return eglCreateContext(display, config, EGL_NO_CONTEXT, es ? es_attributes : desktop_attributes);
}

// A current context on `display`, or none.
EglContext open_on(EGLDisplay display, GlDialect first) {
  EGLint major = 0;
  EGLint minor = 0;
  if (display == EGL_NO_DISPLAY || eglInitialize(display, &major, &minor) != EGL_TRUE) return {};
  if (has_extension(display, "EGL_KHR_surfaceless_context")) {
    const GlDialect second = first == GlDialect::Es ? GlDialect::Desktop : GlDialect::Es;
    for (const GlDialect dialect : {first, second}) {
      const EGLContext context = make_context(display, dialect);
      if (context == EGL_NO_CONTEXT) continue;
      if (eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) == EGL_TRUE) {
        return {display, context};
      }
      eglDestroyContext(display, context);
    }
  }
  eglTerminate(display);
  return {};
}

}  // namespace

struct HeadlessContext::State {
  EglContext egl;
  std::unique_ptr<Device> device;
};

HeadlessContext::HeadlessContext() : state_(std::make_unique<State>()) {}

HeadlessContext::~HeadlessContext() {
  state_->device.reset();
  if (state_->egl.context == EGL_NO_CONTEXT) return;
  eglMakeCurrent(state_->egl.display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  eglDestroyContext(state_->egl.display, state_->egl.context);
  // The display stays initialised: the process has only one of each, other contexts may use it, and
  // terminating it unloads the driver, which software drivers do not survive without leaks.
}

Device& HeadlessContext::device() {
  return *state_->device;
}

base::Result<std::unique_ptr<HeadlessContext>> HeadlessContext::open(GlDialect first) {
  std::unique_ptr<HeadlessContext> opened(new HeadlessContext());
  for (const EGLDisplay display : candidate_displays()) {
    opened->state_->egl = open_on(display, first);
    if (opened->state_->egl.context == EGL_NO_CONTEXT) continue;
    auto backend = make_gl_backend();
    if (!backend) return std::move(backend).error();
    opened->state_->device = std::make_unique<Device>(std::move(backend).value());
    return opened;
  }
  return Error{ErrorCode::Unavailable, "no graphics driver for drawing without a display", "EGL",
               "an EGL driver with OpenGL ES 3.0 or OpenGL 3.3, such as libegl-mesa0"};
}

}  // namespace terrane::gpu
