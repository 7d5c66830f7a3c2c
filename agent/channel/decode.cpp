#include "agent/channel/codec.hpp"
#include "agent/channel/reader.hpp"
#include "agent/channel/tables.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <system_error>

namespace agent::channel {

using namespace toolkit;

static const Type& all_of(std::type_identity<HostMessage>) { return host_messages(); }
static const Type& all_of(std::type_identity<WorkflowMessage>) { return workflow_messages(); }
static const Type& all_of(std::type_identity<ScreenMessage>) { return screen_messages(); }
static const Type& all_of(std::type_identity<Event>) { return events(); }
static const Type& all_of(std::type_identity<ScreenEvent>) { return screen_events(); }

// Returns the index of the alternative with this tag, or the number of alternatives.
static std::size_t index_of(const Type& all, std::string_view tag)
{
    const auto found = std::find_if(all.choices.begin(), all.choices.end(),
        [&](const Type* one) { return !tag.empty() && one->table->tag == tag; });
    return static_cast<std::size_t>(found - all.choices.begin());
}

static ToolError unknown_message(const Type& all, const std::string& name)
{
    std::vector<std::string> names;
    std::string list;
    for (const Type* one : all.choices) {
        names.emplace_back(one->table->tag);
        list += (list.empty() ? "" : ", ") + names.back();
    }
    return {Code::bad_request, "unknown message " + text::in_quotes(name),
        text::did_you_mean(name, names, "the messages are " + list)};
}

static void read_message(const Type& all, std::string_view line, void* message)
{
    static constexpr const char* example = R"({"do":"say","text":"…"})";
    if (line.size() > max_line)
        throw ToolError(Code::too_large, "the line is longer than 16 MiB");
    if (!text::is_utf8(line))
        throw ToolError(Code::bad_request, "the line is not UTF-8");
    Json fields = json::parse_bounded(line, json::RepeatedNames::refused);
    if (!fields.is_object())
        throw ToolError(Code::bad_request, "the line is not a JSON object", example);
    const auto name = fields.find("do");
    if (name == fields.end() || !name->is_string())
        throw ToolError(Code::bad_request, "'do' is missing", example);
    const std::string tag = *name;
    const std::size_t at = index_of(all, tag);
    if (at == all.choices.size())
        throw unknown_message(all, tag);
    fields.erase(name);
    Reader(Reader::Manner::strict).read(*all.choices[at]->table, fields, all.make(message, at));
}

template<class Message>
Message decode_message(std::string_view line)
{
    Message message;
    read_message(all_of(std::type_identity<Message>()), line, &message);
    return message;
}

template HostMessage decode_message(std::string_view line);
template WorkflowMessage decode_message(std::string_view line);
template ScreenMessage decode_message(std::string_view line);

// Returns the index of the alternative T in the variant.
template<class Message, class... Messages>
static constexpr std::size_t place_of(std::type_identity<std::variant<Messages...>> /*all*/)
{
    std::size_t at = 0;
    bool is_found = false;
    ((is_found = is_found || std::same_as<Message, Messages>, at += is_found ? 0 : 1), ...);
    return at;
}

template<class Message>
Message decode_fields(Json fields)
{
    using All
        = std::conditional_t<std::same_as<Message, BeginWorkflow>, WorkflowMessage, HostMessage>;
    constexpr std::type_identity<All> all;
    Message message;
    Reader(Reader::Manner::strict)
        .read(*all_of(all).choices[place_of<Message>(all)]->table, fields, &message);
    return message;
}

template Begin decode_fields(Json fields);
template BeginWorkflow decode_fields(Json fields);
template Say decode_fields(Json fields);
template Answer decode_fields(Json fields);

static std::uint64_t number_in(const Json& fields, const char* name)
{
    const auto found = fields.find(name);
    return found != fields.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

static Head head_in(const Json& fields)
{
    const auto ts = fields.find("ts");
    return {number_in(fields, "seq"),
        ts != fields.end() && ts->is_string() ? ts->get<std::string>() : "",
        number_in(fields, "turn"), number_in(fields, "leftOutBytes")};
}

std::optional<EventHead> event_head(std::string_view line)
{
    constexpr std::string_view before_name = R"({"event":")";
    constexpr std::string_view before_seq = R"(","seq":)";
    if (!line.starts_with(before_name))
        return std::nullopt;
    line.remove_prefix(before_name.size());
    const std::size_t end = line.find_first_not_of("abcdefghijklmnopqrstuvwxyz");
    if (end == 0 || end == std::string_view::npos || !line.substr(end).starts_with(before_seq))
        return std::nullopt;
    EventHead head {0, line.substr(0, end)};
    const std::string_view number = line.substr(end + before_seq.size());
    const auto [after, error]
        = std::from_chars(number.data(), number.data() + number.size(), head.seq);
    const bool has_end = error == std::errc() && after != number.data() + number.size();
    return has_end ? std::optional(head) : std::nullopt;
}

EventSet event_bit(std::string_view name)
{
    const Type& all = events();
    return EventSet(1) << std::min(index_of(all, name), all.choices.size() - 1);
}

// The protocol requires that "event" is the first member of a line.
static std::string_view name_of_event(std::string_view line)
{
    static constexpr std::string_view before = R"({"event":")";
    const std::size_t end
        = line.starts_with(before) ? line.find('"', before.size()) : std::string_view::npos;
    if (end == std::string_view::npos)
        throw ToolError(Code::bad_request, "the line is not an event");
    return line.substr(before.size(), end - before.size());
}

Json parse_event(std::string_view line)
{
    return json::parse_json(line,
        {.max_depth = max_depth_of_messages,
            .max_values = max_line / 2,
            .max_comparisons = std::numeric_limits<std::size_t>::max(),
            .subject = "the event",
            .hint = {}});
}

// The last alternative is Unknown.
template<class Events>
std::optional<Received<Events>> decode_event(std::string_view line, EventSet wanted)
{
    const Type& all = all_of(std::type_identity<Events>());
    const std::string_view name = name_of_event(line);
    const std::size_t unknown = all.choices.size() - 1;
    const std::size_t at = std::min(index_of(all, name), unknown);
    if ((wanted >> at & 1U) == 0)
        return std::nullopt;
    Json fields = parse_event(line);
    if (!fields.is_object())
        throw ToolError(Code::bad_request, "the line is not an event");
    Received<Events> received {head_in(fields), Unknown {std::string(name)}};
    if (at != unknown)
        Reader(Reader::Manner::tolerant)
            .read(*all.choices[at]->table, fields, all.make(&received.event, at));
    return received;
}

template std::optional<Received<Event>> decode_event(std::string_view line, EventSet wanted);
template std::optional<Received<ScreenEvent>> decode_event(std::string_view line, EventSet wanted);

}
