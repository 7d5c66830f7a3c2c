#pragma once

namespace toolkit::system {

// Opens those of the descriptors 0 to 2 that are closed: the next file that is opened would become
// stdin, stdout or stderr. A stdout that was closed takes nothing (EBADF), so that an answer is not
// lost without an error.
void hold_standard_descriptors();

}
