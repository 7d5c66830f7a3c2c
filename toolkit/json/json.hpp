#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <nlohmann/json.hpp>

// The complete type Json, for files that read or create JSON. The templates that every file would
// instantiate for itself are instantiated once, in json.cpp: at -O0 they took a third of the time
// to compile a file, and half of its code.
extern template class nlohmann::basic_json<nlohmann::ordered_map>;
extern template class nlohmann::detail::serializer<toolkit::Json>;
