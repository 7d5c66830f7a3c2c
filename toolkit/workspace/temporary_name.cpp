#include "toolkit/workspace/temporary_name.hpp"

#include "toolkit/system/random_name.hpp"

namespace toolkit::workspace {

bool is_temporary_name(std::string_view name) { return name.starts_with(temporary_prefix); }

std::string temporary_name() { return std::string(temporary_prefix) + system::random_name(); }

}
