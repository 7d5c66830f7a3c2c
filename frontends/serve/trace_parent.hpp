#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace frontends::serve {

// The span of another program that began the run, from a header traceparent (W3C Trace Context).
struct TraceParent {
    std::string trace; // 32 hexadecimal digits
    std::string span; // 16
    bool is_sampled = true;
};

// Returns nullopt if the header is missing or malformed: by the specification, a new trace begins.
std::optional<TraceParent> trace_parent_in(std::string_view header);

}
