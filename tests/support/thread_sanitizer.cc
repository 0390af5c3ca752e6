// What the thread sanitizer is told not to report, linked into the tests it looks at.

#if defined(__SANITIZE_THREAD__)

// Debian's cpp-httplib is built without the sanitizer. It compares each request's method with a
// static set of names: that later threads see the set complete is invisible from outside, so the
// comparison looks like a race. Only calls made by the library itself are left out; what our code
// does when the library calls it is looked at as ever.
// NOLINTNEXTLINE(bugprone-reserved-identifier)
extern "C" const char* __tsan_default_suppressions() {
  return "called_from_lib:libcpp-httplib.so\n";
}

#endif
