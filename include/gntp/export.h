// Marks what the shared library exports; everything else is hidden.
#pragma once

#define GNTP_API __attribute__((visibility("default")))
// A part of an exported class that is not.
#define GNTP_INTERNAL __attribute__((visibility("hidden")))
