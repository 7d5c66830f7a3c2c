#include "runner/model/assembly.hpp"

#include "runner/model/chat.hpp"
#include "toolkit/error.hpp"

// Looking for a call among the others takes time.
static constexpr std::size_t most_calls = 1000;

static ToolError unusable_stream(const std::string& what)
{
    return {Code::unsupported, "the endpoint's stream can't be used: " + what};
}

// Some servers repeat in each delta what never comes in pieces.
static bool comes_in_pieces(const std::string& name, const Json& value)
{
    return value.is_array()
        || (value.is_string()
            && (name == "content" || name == "refusal" || name == "reasoning_content" || name == "reasoning"
                || name == "arguments"));
}

static void append(Json& target, const Json& piece)
{
    if (target.is_string() && piece.is_string())
        target.get_ref<std::string&>() += piece.get_ref<const std::string&>();
    else if (target.is_array() && piece.is_array())
        target.insert(target.end(), piece.begin(), piece.end());
    else
        target = piece;
}

// Nothing, once said, is taken back.
static void grow(Json& target, const std::string& name, const Json& value)
{
    const bool says_nothing = value.is_null() || value == "";
    if (comes_in_pieces(name, value) && target.contains(name))
        append(target[name], value);
    else if (!says_nothing || !target.contains(name))
        target[name] = value;
}

// Which of the calls so far a delta continues: a new one where none. An id alone begins none: there are servers
// that make up another one for each delta.
Json& Assembly::call_of(const Json& delta)
{
    const Json index = member(delta, "index");
    const std::string id = string_member(delta, "id");
    const bool may_begin = !id.empty() && !string_member(member(delta, "function"), "name").empty();
    for (std::size_t at = calls.size(); at-- > 0;) {
        const std::string known = string_member(calls[at].call, "id");
        const bool is_other = !index.is_null() && calls[at].index != index;
        if (!is_other && !(may_begin && !known.empty() && id != known))
            return calls[at].call;
    }
    if (calls.size() == most_calls)
        throw unusable_stream("it has more than " + std::to_string(most_calls) + " tool calls");
    calls.push_back({index, Json::object()});
    return calls.back().call;
}

void Assembly::add_calls(const Json& deltas)
{
    if (!deltas.is_array())
        throw unusable_stream("tool_calls is not an array");
    for (const auto& delta : deltas) {
        if (!delta.is_object())
            throw unusable_stream("a tool call is not an object");
        Json& call = call_of(delta);
        for (const auto& [name, value] : delta.items())
            if (name != "index" && name != "function" && (name != "id" || string_member(call, "id").empty()))
                grow(call, name, value);
        const Json function = member(delta, "function");
        if (function.is_object())
            for (const auto& [name, value] : function.items())
                grow(call["function"], name, value.is_object() ? Json(value.dump()) : value);
    }
}

Json Assembly::add(const Json& chunk)
{
    if (!member(chunk, "error").is_null())
        throw ToolError(Code::internal, "the endpoint answered an error: " + error_in(chunk));
    if (const Json usage = member(chunk, "usage"); !usage.is_null())
        reply.usage = usage;
    const Json choices = member(chunk, "choices");
    if (!choices.is_array())
        throw unusable_stream("a chunk has no choices");
    if (choices.empty() || member(choices[0], "index") > Json(0))
        return {};
    const std::string reason = string_member(choices[0], "finish_reason");
    if (!reason.empty())
        reply.finish_reason = reason;
    Json delta = member(choices[0], "delta");
    if (!delta.is_object()) // some have the whole message in one chunk
        delta = member(choices[0], "message");
    if (!delta.is_object())
        return {};
    for (const auto& [name, value] : delta.items()) {
        if (name == "tool_calls" && !value.is_null())
            add_calls(value);
        else if (name == "content" && value.is_array())
            grow(reply.message, name, text_of(delta));
        else if (name != "tool_calls")
            grow(reply.message, name, value);
    }
    return delta;
}

Reply Assembly::take()
{
    for (auto& [index, call] : calls)
        reply.message["tool_calls"].push_back(std::move(call));
    return std::move(reply);
}
