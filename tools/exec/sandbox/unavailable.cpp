#include "unavailable.hpp"

ToolError unavailable(const std::string& step)
{
    return {Code::sandbox_unavailable, system_error("the sandbox can't be had: " + step).message};
}
