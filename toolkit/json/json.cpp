#include "toolkit/json/json.hpp"

template class nlohmann::basic_json<nlohmann::ordered_map>;
template class nlohmann::detail::serializer<toolkit::Json>;
