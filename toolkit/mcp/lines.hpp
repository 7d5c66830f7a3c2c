#pragma once

#include "toolkit/io/line_reader.hpp"

namespace toolkit::mcp {

using Lines = io::LineReader;

}
