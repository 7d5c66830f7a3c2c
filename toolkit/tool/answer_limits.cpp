#include "toolkit/tool/answer_limits.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/system/error.hpp"

namespace toolkit::tool {

static AnswerLimits& limits()
{
    static AnswerLimits limits;
    return limits;
}

const AnswerLimits& answer_limits_of_call() { return limits(); }

static std::int64_t limit_in(const Json& fields, const char* name)
{
    const Json& value = json::member(fields, name);
    if (value.is_null())
        return 0;
    if (!value.is_number_integer() || value < 0)
        throw ToolError(Code::bad_request,
            std::string("'answerLimits' has no integer of at least 0 as '") + name + "'");
    return value.get<std::int64_t>();
}

void take_answer_limits(Json& request)
{
    limits() = {};
    if (!request.is_object() || !request.contains("answerLimits"))
        return;
    const Json& fields = request["answerLimits"];
    if (!fields.is_object())
        throw ToolError(Code::bad_request, "'answerLimits' must be an object");
    limits() = {limit_in(fields, "bytes"), limit_in(fields, "imageBytes")};
    request.erase("answerLimits");
}

}
