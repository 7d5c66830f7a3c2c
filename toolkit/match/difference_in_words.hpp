#pragma once

#include <string>
#include <string_view>

namespace toolkit::match {

// How two lines that look alike differ, in words: "only in blanks: the file has tabs", "only in
// no-break spaces", "only in upper and lower case". `wanted_name` is how the words call the line
// that is not the file's. Empty where the lines differ in more than that, or not at all.
std::string difference(
    std::string_view in_file, std::string_view wanted, std::string_view wanted_name);

}
