#include "agent/channel/message_tables.hpp"

#include "agent/channel/tables.hpp"
#include "toolkit/text/image.hpp"

#include <algorithm>

namespace agent::channel {

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool consists_of(std::string_view text, std::size_t most, std::string_view marks)
{
    return !text.empty() && text.size() <= most
        && std::all_of(text.begin(), text.end(), [&](char c) {
               return is_letter(c) || is_digit(c) || marks.find(c) != std::string_view::npos;
           });
}

static bool is_tool_name(std::string_view text) { return consists_of(text, 64, "_-"); }
static bool is_run_id(std::string_view text) { return consists_of(text, 128, "._-"); }

bool is_error_code(std::string_view text)
{
    return !text.empty() && text.size() <= 64 && text.front() != '_'
        && std::all_of(
            text.begin(), text.end(), [](char c) { return (c >= 'A' && c <= 'Z') || c == '_'; });
}

bool is_image_url(std::string_view text)
{
    static constexpr std::string_view scheme = "data:image/";
    static constexpr std::string_view encoding = ";base64,";
    if (!text.starts_with(scheme))
        return false;
    text.remove_prefix(scheme.size());
    const auto is_small = [](char c) { return c >= 'a' && c <= 'z'; };
    const auto type_end = std::find_if_not(text.begin(), text.end(), is_small);
    const auto type_size = static_cast<std::size_t>(type_end - text.begin());
    if (type_size == 0 || !text.substr(type_size).starts_with(encoding))
        return false;
    text.remove_prefix(type_size + encoding.size());
    text = text.substr(0, text.find_last_not_of('=') + 1);
    return consists_of(text, no_limit, "+/");
}

std::string problem_of_parts(const void* parts)
{
    text::ImageCount count;
    for (const Part& part : *static_cast<const Parts*>(parts))
        if (const auto* const image = std::get_if<ImagePart>(&part))
            if (const std::string problem = count.add(text::bytes_in_url(image->image_url.url));
                !problem.empty())
                return "has an image that cannot be sent: " + problem;
    return {};
}

std::string problem_of_past_content(const void* content)
{
    const auto* const parts
        = std::get_if<Parts>(static_cast<const decltype(PastUserMessage::content)*>(content));
    return parts == nullptr ? "" : problem_of_parts(parts);
}

template<>
inline constexpr std::array<std::string_view, 2> words_of<ServerAsk> {"form", "url"};
template<>
inline constexpr std::array<std::string_view, 1> words_of<CallType> {"function"};
template<>
inline constexpr std::string_view tag_of<PastMessage> = "role";

template<>
inline constexpr auto declared<HostTool> = table({"HostTool"},
    required<&HostTool::name>("name").matching({"^[a-zA-Z0-9_-]{1,64}$", is_tool_name}),
    required<&HostTool::description>("description").length(0, 16384),
    required<&HostTool::schema>("schema", "a JSON Schema of the arguments").object(),
    optional<&HostTool::changes>("changes", "by default true: calls run one at a time"),
    optional<&HostTool::approve>("approve", "each call requires approval"),
    optional<&HostTool::checks_arguments>(
        "checksArguments", "the host checks them, and the schema is only shown to the model"),
    optional<&HostTool::timeout_seconds>("timeoutSeconds", "by default 30").above(0, 3600));

template<>
inline constexpr auto declared<TurnLimits> = table({"TurnLimits"},
    optional<&TurnLimits::steps>("steps").between(1, 1e9),
    optional<&TurnLimits::tool_calls>("toolCalls").between(0, 1e9),
    optional<&TurnLimits::repeats>("repeats").between(1, 1e9),
    optional<&TurnLimits::seconds>("seconds").between(0.001, 1e6),
    optional<&TurnLimits::tokens>("tokens").between(1, 1e12),
    optional<&TurnLimits::cost>("cost").between(0.000001, 1e9));

template<>
inline constexpr auto declared<FunctionCall> = table({"FunctionCall"},
    required<&FunctionCall::name>("name"), required<&FunctionCall::arguments>("arguments"));
template<>
inline constexpr auto declared<PastCall> = table({"PastCall"},
    required<&PastCall::id>("id").length(1, 256), required<&PastCall::type>("type"),
    required<&PastCall::function>("function"));
template<>
inline constexpr auto declared<PastUserMessage> = table({"PastUserMessage", "user"},
    required<&PastUserMessage::content>("content").items(1).refused_if(problem_of_past_content));
template<>
inline constexpr auto declared<PastReply> = table({"PastReply", "assistant"},
    required<&PastReply::content>("content").or_null(),
    optional<&PastReply::tool_calls>("tool_calls").items(1, 1000));
template<>
inline constexpr auto declared<PastResult> = table({"PastResult", "tool"},
    required<&PastResult::tool_call_id>("tool_call_id").length(1, 256),
    required<&PastResult::content>("content"));

template<>
inline constexpr auto declared<Begin> = table(
    {"Begin", "begin", "Begins a conversation. May be left out, and is the first message."},
    optional<&Begin::channel>("channel").between(channel_version, channel_version),
    optional<&Begin::host_tools>("hostTools").items(0, 128),
    optional<&Begin::session>("session").length(1), optional<&Begin::fork>("fork").length(1),
    optional<&Begin::open_calls>("openCalls",
        "calls of the session's last message that an earlier process has not begun: the first turn "
        "runs them")
        .items(1, 1024),
    optional<&Begin::only_tools>("onlyTools").items(1),
    optional<&Begin::without_tools>("withoutTools"),
    optional<&Begin::read_only>("readOnly", "only tools that change no files and run no programs"),
    optional<&Begin::approve>("approve"), optional<&Begin::limits>("limits", "for each turn"),
    optional<&Begin::output_schema>("outputSchema", "a JSON Schema of the answer").object(),
    optional<&Begin::labels>("labels", "for the audit trail").items(0, 8).bytes(1024),
    optional<&Begin::model>("model", "if --host-may allows it").length(1),
    optional<&Begin::system>("system", "if --host-may allows it"),
    optional<&Begin::instructions>("instructions", "if --host-may allows it").length(1),
    optional<&Begin::temperature>("temperature", "if --host-may allows it").between(0, 2),
    optional<&Begin::top_p>("topP", "likewise").between(0, 1),
    optional<&Begin::stop>("stop", "likewise: texts that end a reply").items(1, 4).length(1),
    optional<&Begin::seed>("seed", "likewise").between(-9007199254740991.0, 9007199254740991.0),
    optional<&Begin::max_reply_tokens>("maxReplyTokens", "of each reply of the model")
        .between(1, 1e12),
    optional<&Begin::required_call>(
        "requiredCall", "the tool that the first reply has to call; empty: any tool")
        .length(0, 128),
    optional<&Begin::parallel_calls>("parallelCalls", "false: at most one call in each reply"),
    optional<&Begin::history>("history", "messages before the first turn").items(0, 100000),
    optional<&Begin::server_asks>(
        "serverAsks", "questions of MCP servers that the host can show; others are declined")
        .items(0, 2));

template<>
inline constexpr auto declared<RunLimits> = table(
    {"RunLimits"}, optional<&RunLimits::seconds>("seconds").between(0.001, 1e6));
template<>
inline constexpr auto declared<BeginWorkflow> = table(
    {"BeginWorkflow", "begin", "Begins the run of a workflow."},
    optional<&BeginWorkflow::channel>("channel").between(channel_version, channel_version),
    optional<&BeginWorkflow::params>("params", "parameters by name").object(),
    optional<&BeginWorkflow::run_id>("runId", "an existing run continues")
        .matching({"^[A-Za-z0-9._-]{1,128}$", is_run_id}),
    optional<&BeginWorkflow::approve>("approve"), optional<&BeginWorkflow::limits>("limits"));

template<>
inline constexpr auto declared<Say> = table(
    {"Say", "say", "Says something to the model, and begins a turn."},
    optional<&Say::id>("id", "repeated by 'said'").length(1, max_id), fields_of<&Say::content>(),
    context_row<Say>, when_row<Say>);

template<>
inline constexpr auto declared<Call> = table(
    {"Call", "call", "Calls a tool as if the model had done it."},
    required<&Call::id>("id").length(1, max_id), required<&Call::tool>("tool").length(1, max_id),
    required<&Call::arguments>("arguments").object(),
    optional<&Call::approve>("approve", "ask even if the flags do not require that"),
    optional<&Call::labels>("labels", "for the audit trail").items(0, 8).bytes(1024));

const Type& host_messages() { return type_of<HostMessage>; }
const Type& workflow_messages() { return type_of<WorkflowMessage>; }

}
