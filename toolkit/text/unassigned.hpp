#pragma once

namespace toolkit::text {

// Returns true if Unicode assigns no meaning to this character. Terminals differ in whether they
// display it.
bool is_unassigned(char32_t character);

}
