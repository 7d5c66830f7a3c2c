#include "agent/calls/schema_patterns.hpp"

#include "toolkit/system/error.hpp"

#include <re2/re2.h>

#include <memory>

namespace agent::calls {

using namespace toolkit;

json::PatternMatch compiled_by_re2(const std::string& pattern)
{
    RE2::Options options;
    options.set_log_errors(false);
    const auto compiled = std::make_shared<const RE2>(pattern, options);
    if (!compiled->ok())
        throw ToolError(Code::bad_request, compiled->error(), "patterns are RE2 syntax");
    return [compiled](const std::string& text) { return RE2::PartialMatch(text, *compiled); };
}

}
