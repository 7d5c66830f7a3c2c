#include "agent/calls/tool_source.hpp"

#include "toolkit/system/error.hpp"

#include <limits>

namespace agent::calls {

using namespace toolkit;

ToolResult run_alone(
    ToolSource& source, const OfferedTool& tool, const Arguments& arguments, system::Cancel& cancel)
{
    constexpr CallId id = std::numeric_limits<CallId>::max(); // unused by other callers
    if (!source.begin(id, tool, arguments))
        throw ToolError(Code::io_error, "too many calls are under way for another one");
    for (bool is_cancelled = false;;) {
        if (!is_cancelled && cancel.is_set()) {
            source.cancel(id, Cancelled::run);
            is_cancelled = true;
        }
        source.step();
        if (auto result = source.take(id)) {
            cancel.check();
            return std::move(*result);
        }
        system::Watch watch;
        source.watch(watch);
        if (!is_cancelled)
            watch.readable(cancel.descriptor());
        watch.wait();
    }
}

}
