#pragma once

// Debian 12 has Catch2 2, Debian 13 has 3. Version 3 has one header for everything, and keeps
// Approx in its namespace.
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
using Catch::Approx;
#else
#include <catch2/catch.hpp>
#endif
