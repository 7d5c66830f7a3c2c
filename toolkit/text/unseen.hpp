#pragma once

namespace toolkit::text {

// Is the character not seen (Unicode's Default_Ignorable_Code_Point)? Joiners and variation
// selectors are among these.
bool is_unseen(char32_t character);

}
