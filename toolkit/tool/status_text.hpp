#pragma once

#include <sys/stat.h>

#include <ctime>
#include <string>
#include <string_view>

// How answers write what stat(2) says.

// "file", "directory", "symlink", "fifo", "socket" or "device".
std::string_view type_name(mode_t mode);

// "0644": the permission bits, with set-user-ID, set-group-ID and sticky in the first digit.
std::string mode_octal(mode_t mode);

// RFC 3339 in UTC with nine digits behind the point, whatever they are: two of them compare as texts. Years
// outside 0 to 9999 are beyond that format, and come out as the nearest that is not.
std::string rfc3339(const timespec& time);
