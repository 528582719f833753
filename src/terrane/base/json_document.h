// RapidJSON's reader and document, included in one place: its stack adds to a null pointer while it
// is empty (internal/stack.h, Reserve), which clang's sanitizer reports though nothing is read or
// written there. For the .cpp files that read JSON; their target links terrane_rapidjson.
#pragma once

// What stack.h includes, so that the attribute is for it alone.
#include <cstddef>

#include <rapidjson/allocators.h>
#include <rapidjson/internal/swap.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((no_sanitize("pointer-overflow"))), apply_to = function)
#endif
#include <rapidjson/internal/stack.h>
#if defined(__clang__)
#pragma clang attribute pop
#endif

#include <rapidjson/document.h>
