#pragma once

// Debian 12 has Catch2 2, Debian 13 has 3: their headers differ in nothing else that is used here.
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif
