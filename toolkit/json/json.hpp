#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <nlohmann/json.hpp>

// All of Json, for what reads or makes one. What every unit would instantiate of it for itself is
// instantiated once, in json.cpp: at -O0 that was a third of a unit's time to compile, and half of
// its code.
extern template class nlohmann::basic_json<nlohmann::ordered_map>;
extern template class nlohmann::detail::serializer<toolkit::Json>;
