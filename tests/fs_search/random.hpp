#pragma once

#include <initializer_list>
#include <random>

// What random patterns and texts are put together from.

using Random = std::mt19937;

inline const char* any(Random& random, std::initializer_list<const char*> choices)
{
    return *(choices.begin() + random() % choices.size());
}
