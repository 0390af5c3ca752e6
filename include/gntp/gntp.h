// gntp as a library: everything that is public.
//
// Versions follow semantic versioning (semver.org). From version 1.0 on, what these headers declare
// keeps its meaning within a major version; before that, a minor version may change it, a patch
// version may not. A minor version may add functions, settings and members at the end of structs,
// so name members rather than count them, and build against the headers of the library you link. It
// may also make models score differently, with a word in the changelog. A run folder opens with
// every version of the same major version, or is refused with what to do. What is marked "for the
// library itself" and everything under src/ may change at any time.
//
// The library never prints and never ends the process: it throws gntp::Error and tells an Observer.
#pragma once

#include <gntp/browsing.h>
#include <gntp/contents.h>
#include <gntp/conversion.h>
#include <gntp/dataset.h>
#include <gntp/engine.h>
#include <gntp/error.h>
#include <gntp/evaluation.h>
#include <gntp/explanation.h>
#include <gntp/facts.h>
#include <gntp/live.h>
#include <gntp/mining.h>
#include <gntp/observer.h>
#include <gntp/packing.h>
#include <gntp/reading.h>
#include <gntp/run.h>
#include <gntp/settings.h>
#include <gntp/training.h>
#include <gntp/verification.h>
#include <gntp/version.h>
