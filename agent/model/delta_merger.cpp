#include "agent/model/delta_merger.hpp"

#include "agent/model/call_normaliser.hpp"
#include "agent/model/chat_completions.hpp"
#include "agent/model/finish.hpp"
#include "agent/model/gateway_forms.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"

namespace agent::model {

using namespace toolkit;

// Bounded because finding a call among the others takes linear time.
static constexpr std::size_t max_calls = max_calls_of_message;

// Bounded because finding a field takes linear time.
static constexpr std::size_t max_fields = 1000;

static ToolError unusable_stream(const std::string& what)
{
    return {Code::unsupported, "the server's stream can't be used: " + what};
}

// True for the fields that are streamed in pieces. Others are not appended, since some servers
// repeat them in each delta.
static bool comes_in_pieces(const std::string& name, const Json& value)
{
    return value.is_array()
        || (value.is_string()
            && (name == "content" || name == "refusal" || name == "reasoning_content"
                || name == "reasoning" || name == "arguments"));
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

static std::string function_name(const Json& call)
{
    return json::string_member(json::member(call, "function"), "name");
}

// Adds a field of a delta to the target. An empty value does not replace one that was received
// before.
static void grow(Json& target, const std::string& name, const Json& value)
{
    if (target.size() >= max_fields && !target.contains(name))
        throw unusable_stream(
            "an object in it has more than " + std::to_string(max_fields) + " fields");
    const bool says_nothing = value.is_null() || value == "";
    if (comes_in_pieces(name, value) && target.contains(name))
        append(target[name], value);
    else if (!says_nothing || !target.contains(name))
        target[name] = value;
}

void DeltaMerger::Arguments::add(std::string_view piece)
{
    for (const char byte : piece) {
        if (is_string) {
            is_string = is_escape || byte != '"';
            is_escape = !is_escape && byte == '\\';
        } else if (byte == '"') {
            is_string = true;
        } else if (byte == '{' || byte == '[') {
            ++depth;
        } else if ((byte == '}' || byte == ']') && depth > 0) {
            is_whole = --depth == 0;
        }
        is_empty = is_empty && (byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t');
    }
}

void DeltaMerger::Call::add_arguments(const std::string& piece)
{
    arguments.add(piece);
    if (piece.empty())
        return;
    is_cumulative = is_cumulative && piece.starts_with(last_piece);
    last_piece = piece;
}

// Moves out the call as it belongs in a message. Handles servers that send all arguments so far in
// each delta.
Json DeltaMerger::Call::take()
{
    Json& function = call["function"];
    const std::string joined = json::string_member(function, "arguments");
    if (is_cumulative && joined != last_piece && !is_json_object(joined)
        && is_json_object(last_piece))
        function["arguments"] = std::move(last_piece);
    return std::move(call);
}

// Returns the call that a delta may continue, or nullptr if it belongs to no known call. `after` is
// the number of deltas after it in its array.
DeltaMerger::Call* DeltaMerger::known_call_of(const Json& delta, std::size_t after)
{
    const Json& index = json::member(delta, "index");
    const std::string id = json::string_member(delta, "id");
    if (index.is_null() && id.empty() && after < calls.size())
        return &calls[calls.size() - 1 - after];
    Call* found = nullptr;
    for (auto call = calls.rbegin(); call != calls.rend(); ++call) {
        if (!index.is_null() && call->index != index)
            continue;
        if (!id.empty() && json::string_member(call->call, "id") == id)
            return &*call;
        if (found == nullptr)
            found = &*call;
    }
    return found;
}

// True if the delta may continue the name of the call. Names are streamed in pieces, too: before
// any arguments, at the same index, and with the id in the first piece only.
static bool continues_name(const Json& delta, const Json& call)
{
    const std::string id = json::string_member(delta, "id");
    const std::string known_id = json::string_member(call, "id");
    const bool is_same = known_id.empty()
        ? json::member(json::member(call, "function"), "arguments").is_null()
        : id.empty() || id == known_id;
    return is_same && !json::member(delta, "index").is_null();
}

// An id alone begins no call, since some servers invent another one for each delta. Neither does a
// repeated name.
bool DeltaMerger::begins_another(const Json& delta, const Call& call) const
{
    const std::string name = function_name(delta);
    const std::string id = json::string_member(delta, "id");
    const std::string known_id = json::string_member(call.call, "id");
    const std::string known_name = function_name(call.call);
    if (name.empty() || known_name.empty() || (!id.empty() && id == known_id))
        return false;
    if (call.named_by == arrays || (!id.empty() && !known_id.empty()))
        return true;
    if (name != known_name)
        return !call.arguments.are_empty() || !continues_name(delta, call.call);
    const Json& arguments = json::member(json::member(delta, "function"), "arguments");
    return call.arguments.are_whole() && !arguments.is_null() && arguments != "";
}

DeltaMerger::Call& DeltaMerger::call_of(const Json& delta, std::size_t after)
{
    Call* const known = known_call_of(delta, after);
    if (known != nullptr && !begins_another(delta, *known))
        return *known;
    // Some servers number the deltas instead of the calls.
    if (known == nullptr && !calls.empty() && !calls.back().arguments.are_whole()
        && function_name(delta).empty() && json::string_member(delta, "id").empty())
        return calls.back();
    if (calls.size() == max_calls)
        throw unusable_stream("it has more than " + std::to_string(max_calls) + " tool calls");
    calls.push_back({json::member(delta, "index"), Json::object()});
    return calls.back();
}

// Accepts the rest of the name, or the whole name again.
void DeltaMerger::grow_name(std::string& name, const std::string& piece, const Arguments& arguments)
{
    if (!arguments.are_empty() || name == piece)
        return;
    if (piece.starts_with(name))
        name = piece;
    else
        name += piece;
}

static bool has_no(const Json& object, const char* name)
{
    const Json& value = json::member(object, name);
    return value.is_null() || value == "" || value == Json::object();
}

void DeltaMerger::grow_call(Call& call, const Json& delta)
{
    for (const auto& [name, value] : delta.items())
        if (name != "index" && name != "function"
            && (name != "id" || json::string_member(call.call, "id").empty()))
            grow(call.call, name, value);
    const Json& function = json::member(delta, "function");
    if (!function.is_object())
        return;
    for (const auto& [given, value] : function.items()) {
        const std::string name
            = given == "parameters" && has_no(function, "arguments") ? "arguments" : given;
        const Json piece = value.is_object() ? Json(value.dump()) : value;
        if (name == "arguments" && piece.is_string())
            call.add_arguments(piece.get_ref<const std::string&>());
        if (name == "name" && !function_name(call.call).empty() && piece.is_string())
            grow_name(call.call["function"]["name"].get_ref<std::string&>(), piece, call.arguments);
        else
            grow(call.call["function"], name, piece);
    }
}

// Moves the name and the arguments into "function": some gateways send them next to the id.
static Json with_function(Json delta)
{
    if (delta.contains("function"))
        return delta;
    for (const char* field : {"name", "arguments", "parameters"})
        if (const auto found = delta.find(field); found != delta.end()) {
            delta["function"][field] = *found;
            delta.erase(field);
        }
    return delta;
}

void DeltaMerger::add_calls(const Json& deltas)
{
    if (deltas.is_object())
        return add_calls(Json::array({deltas}));
    if (!deltas.is_array())
        throw unusable_stream("tool_calls is not an array");
    ++arrays;
    for (std::size_t place = 0; place < deltas.size(); ++place) {
        if (deltas[place].is_null())
            continue;
        if (!deltas[place].is_object())
            throw unusable_stream("a tool call is not an object");
        const Json delta = with_function(deltas[place]);
        Call& call = call_of(delta, deltas.size() - 1 - place);
        if (!function_name(delta).empty())
            call.named_by = arrays;
        grow_call(call, delta);
    }
}

// True for the first choice. Some servers send its index as a text, or none.
static bool is_first(const Json& choice)
{
    const Json& index = json::member(choice, "index");
    return index.is_null() || index == 0 || index == "0";
}

// Adds a choice to a message of its own.
void DeltaMerger::add_to(std::unique_ptr<DeltaMerger>& other, Json choice)
{
    if (!other)
        other = std::make_unique<DeltaMerger>();
    choice["index"] = 0;
    other->add({{"choices", Json::array({std::move(choice)})}});
}

void DeltaMerger::add_delta(const Json& delta)
{
    for (const auto& [name, value] : delta.items()) {
        if (name == "tool_calls" && (value.is_array() || !has_no(delta, "tool_calls")))
            add_calls(value);
        else if (name == "function_call" && value.is_object())
            add_to(legacy,
                {{"delta", {{"tool_calls", Json::array({{{"index", 0}, {"function", value}}})}}}});
        else if (name == "content" && (value.is_array() || is_text_part(value))) {
            grow(message, name, text_of(delta));
            if (const Json called = calls_in_content(value); !called.empty())
                add_calls(called);
            if (const std::string thinking = reasoning_of({{"content", value}}); !thinking.empty())
                grow(message, "reasoning_content", thinking);
        } else if (name != "tool_calls")
            grow(message, name, value);
    }
}

// Returns the part of a whole message that the deltas did not contain. Some servers send one after
// the deltas.
Json DeltaMerger::unsaid(Json whole) const
{
    if (!has_deltas || !whole.is_object())
        return whole;
    Json rest = Json::object();
    for (auto& [name, value] : whole.items()) {
        const Json& known = json::member(message, name.c_str());
        const bool has_begun
            = name == "tool_calls" ? has_calls_begun() : !has_no(message, name.c_str());
        if (!has_begun)
            rest[name] = std::move(value);
        else if (known.is_string() && value.is_string()
            && value.get_ref<const std::string&>().starts_with(known.get_ref<const std::string&>()))
            rest[name] = value.get_ref<const std::string&>().substr(
                known.get_ref<const std::string&>().size());
    }
    return rest;
}

// Replaces earlier counts by later ones, except by null, zero and empty ones.
static void merge_usage(Json& known, const Json& more)
{
    if (!known.is_object() || !more.is_object()) {
        known = more;
        return;
    }
    for (const auto& [name, value] : more.items())
        if (!known.contains(name) || !(value.is_null() || value == 0 || value.empty()))
            known[name] = value;
}

Json DeltaMerger::add(const Json& chunk)
{
    if (is_error(chunk))
        throw answered_error(chunk);
    if (const Json more = usage_in(chunk); !more.is_null())
        merge_usage(usage, more);
    const Json& choices = json::member(chunk, "choices");
    if (!chunk.is_object() || (!choices.is_array() && !choices.is_null()))
        throw unusable_stream("a chunk has no choices");
    Json added;
    // Pings, and chunks about something else than the message, have no choices.
    for (std::size_t place = 0; place < choices.size(); ++place) {
        const Json& choice = choices[place];
        if (place > 0 || !is_first(choice)) {
            if (choice.is_object())
                add_to(others, choice);
            continue;
        }
        if (is_error(choice))
            throw answered_error(choice);
        const std::string reason = json::string_member(choice, "finish_reason");
        if (finish_of(reason) != Finish::untold) // some servers send "null" as a text
            finish_reason = reason;
        added = json::member(choice, "delta");
        if (added.is_object())
            has_deltas = true;
        else // some servers send the whole message in one chunk
            added = unsaid(json::member(choice, "message"));
        if (!added.is_object())
            added = {};
        else
            add_delta(added);
    }
    return added;
}

void DeltaMerger::take_calls_of(DeltaMerger& other)
{
    if (other.calls.empty() && other.legacy)
        other.take_calls_of(*other.legacy);
    calls = std::move(other.calls);
}

Reply DeltaMerger::take()
{
    if (calls.empty() && legacy)
        take_calls_of(*legacy);
    if (calls.empty() && others && others->has_calls_begun()) {
        take_calls_of(*others);
        if (!others->finish_reason.empty())
            finish_reason = others->finish_reason;
    }
    for (auto& call : calls)
        message["tool_calls"].push_back(call.take());
    message.erase("function_call");
    Reply reply {{}, std::move(finish_reason), std::move(usage)};
    require_no_failure(reply);
    take_message(reply, std::move(message));
    return reply;
}

}
