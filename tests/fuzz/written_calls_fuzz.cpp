#include "fuzz.hpp"

#include "agent/calls/literal.hpp"
#include "agent/calls/model_inputs.hpp"
#include "agent/calls/repair.hpp"
#include "agent/calls/written_calls.hpp"
#include "agent/model/reply_text.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/text/text.hpp"

using namespace agent::calls;
using namespace agent::model;
using namespace toolkit::json;
using namespace toolkit::text;

// A reply is taken apart the same way in pieces as in one; what is read of it as calls stands in
// it; and repaired arguments are never more text than there was, but for brackets. A text with
// markup of calls may be quoted.
void fuzz(std::string_view input)
{
    if (!is_utf8(input)) // a reply is
        return;
    const ReplyText::Parts whole = parts_of_reply(input);
    const std::size_t size = 1 + input.size() % 13;
    ReplyText reply;
    ReplyText::Parts all;
    const auto add = [&](const ReplyText::Parts& parts) {
        all.text += parts.text;
        all.reasoning += parts.reasoning;
    };
    for (std::size_t at = 0; at < input.size(); at += size)
        add(reply.add(input.substr(at, size)));
    const ReplyText::Parts rest = reply.end();
    add(rest);
    must(rest.calls == whole.calls);
    if (rest.unopened == 0)
        must(all.text == whole.text && all.reasoning == whole.reasoning);
    must(all.text.size() + all.reasoning.size() <= input.size());

    const Json schema {{"properties", {{"a", {{"type", "integer"}}}}}};
    for (const auto& call : written_calls(input)) {
        must(!call.name.empty());
        arguments_of(call, schema);
        must(call.is_bare || has_markup_of_calls(input)
            || input.find("to=") != input.npos); // of harmony
    }
    if (!name_of_begun_call(input).empty())
        must(input.find_first_of("{(") != input.npos);
    must(literal_at(input).size <= input.size() && keywords_at(input).size <= input.size());
    const ModelInputs given(
        {agent::model::shared(text_message(agent::model::Role::user, std::string(input)))});
    given.may_quote_call_of("a");
    if (has_markup_of_calls(input))
        must(given.may_quote_call_of("a"));
    for (const auto& repaired : repaired_arguments(std::string(input), Ending::whole, "a"))
        must(!repaired.what.empty());
}
