#pragma once

#include <initializer_list>
#include <random>

// What random patterns and texts are put together from.

using Random = std::mt19937;

// So many patterns: the fuzz targets try others for a minute, where the sanitizers are.
#ifdef SANITIZED
constexpr int random_patterns = 300;
#else
constexpr int random_patterns = 6000;
#endif

inline const char* any(Random& random, std::initializer_list<const char*> choices)
{
    return *(choices.begin() + random() % choices.size());
}
