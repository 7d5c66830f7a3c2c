#pragma once

namespace toolkit::system {

// Opens those of the descriptors 0 to 2 that are closed: the next file that is opened would become
// stdin, stdout or stderr.
void hold_standard_descriptors();

}
