#pragma once

namespace toolkit::text {

// Has Unicode given this character no meaning yet? Terminals don't agree on whether to show those.
bool is_unassigned(char32_t character);

}
