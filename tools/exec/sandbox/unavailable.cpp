#include "unavailable.hpp"

namespace exec::sandbox {

using namespace toolkit;

ToolError unavailable(const std::string& step)
{
    return {Code::sandbox_unavailable,
        system::system_error("the sandbox can't be had: " + step).message};
}

}
