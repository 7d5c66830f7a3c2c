#include "fuzz.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "tools/exec/spelling.hpp"

using namespace toolkit;

static const Json& maximums()
{
    static const Json limits {{"timeoutSec", 600}};
    return limits;
}

// A request that is translated is spelled as the table has it: again, nothing changes. A request of
// a hint needs no other hint.
void fuzz(std::string_view input)
{
    Json request;
    try {
        request = json::parse_request(input);
    } catch (const ToolError&) {
        return;
    }
    try {
        exec::translate(request, maximums());
        Json again = request;
        exec::translate(again, maximums());
        must(again == request);
    } catch (const ToolError& error) {
        must(error.code == Code::bad_request);
        must(!error.message.empty());
        if (!error.hint.starts_with("send {") || error.hint.find("; ") != std::string::npos)
            return;
        must(Json::accept(error.hint.substr(5)) || error.hint.find(" or {") != std::string::npos);
    }
}
