#pragma once

#include "agent/channel/document.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

// The messages of the run channel (docs/host.md), which a host sends to agentcli. An optional field
// is a std::optional, or has a default value if it is absent: an empty string or list, a null
// document, or the initial value in its declaration. Limits of values are in message_tables.hpp.

namespace agent::channel {

// Version of the protocol, sent in Begin and Hello.
inline constexpr std::int64_t channel_version = 2;

// Ordered from the least to the most strict, like calls::Approve.
enum class Approve { never, edits, changes, always, plan };

// Names of the modes in the user interface.
inline constexpr std::array<std::string_view, 5> mode_names {
    "never ask", "accept edits", "ask first", "ask always", "plan"};
constexpr std::string_view mode_name(Approve mode)
{
    return mode_names.at(static_cast<std::size_t>(mode));
}

struct HostTool {
    std::string name = {};
    std::string description = {};
    Document schema = {}; // an object
    bool changes = true;
    bool approve = false;
    bool checks_arguments = false; // true: the host checks them, and the schema can be any object
    double timeout_seconds = 30;
};

struct TurnLimits {
    std::optional<std::int64_t> steps = {};
    std::optional<std::int64_t> tool_calls = {};
    std::optional<std::int64_t> repeats = {};
    std::optional<double> seconds = {};
    std::optional<std::int64_t> tokens = {};
    std::optional<double> cost = {};
};

// Parts of a user's message.
struct TextPart {
    std::string text = {};
};
struct Image {
    std::string url = {}; // data:image/…;base64,…
};
struct ImagePart {
    Image image_url = {};
};
using Part = std::variant<TextPart, ImagePart>; // selected by "type"
using Parts = std::vector<Part>;

// Messages that precede the first turn, in the form of chat completions.
struct FunctionCall {
    std::string name = {};
    std::string arguments = {};
};
enum class CallType { function };
struct PastCall {
    std::string id = {};
    CallType type {};
    FunctionCall function = {};
};
struct PastUserMessage {
    std::variant<std::string, Parts> content = {};
};
struct PastReply {
    std::optional<std::string> content = {}; // nullopt for null
    std::vector<PastCall> tool_calls = {};
};
struct PastResult {
    std::string tool_call_id = {};
    std::string content = {};
};
using PastMessage = std::variant<PastUserMessage, PastReply, PastResult>; // selected by "role"

// Kinds of questions that MCP servers ask (modes of elicitation).
enum class ServerAsk { form, url };

struct Begin {
    std::optional<std::int64_t> channel = {}; // channel_version
    std::vector<HostTool> host_tools = {};
    std::optional<std::string> session = {};
    std::optional<std::string> fork = {};
    std::vector<std::string> open_calls = {}; // ids of calls to run; requires `session`
    std::vector<std::string> only_tools = {};
    std::vector<std::string> without_tools = {};
    bool read_only = false;
    std::optional<Approve> approve = {};
    TurnLimits limits = {};
    Document output_schema = {}; // an object
    std::vector<std::string> labels = {};
    std::optional<std::string> model = {};
    std::optional<std::string> system = {};
    std::optional<std::string> instructions = {};
    std::optional<double> temperature = {};
    std::optional<double> top_p = {};
    std::vector<std::string> stop = {};
    std::optional<std::int64_t> seed = {};
    std::optional<std::int64_t> max_reply_tokens = {};
    std::optional<std::string> required_call = {}; // name of a tool to call; empty: any tool
    bool parallel_calls = true;
    std::optional<std::vector<PastMessage>> history = {};
    std::vector<ServerAsk> server_asks = {}; // kinds that the host can show
};

struct RunLimits {
    std::optional<double> seconds = {};
};
struct BeginWorkflow {
    std::optional<std::int64_t> channel = {}; // channel_version
    Document params = {}; // an object
    std::optional<std::string> run_id = {};
    std::optional<Approve> approve = {};
    RunLimits limits = {};
};

struct ContextText {
    std::string text = {};
};
struct ContextJson {
    Document json = {};
};
struct ContextEntry {
    std::string name = {};
    std::string type = {};
    std::variant<ContextText, ContextJson> value = {}; // by the field that is present
    std::optional<std::string> uri = {};
    bool keep = false;
};

struct SaidText {
    std::string text = {};
};
struct SaidParts {
    Parts content = {};
};
enum class ContinuedFrom { history };
struct Continuation {
    ContinuedFrom from {};
};
using SaidContent = std::variant<SaidText, SaidParts, Continuation>; // by the field that is present
enum class When { now, next };
struct Say {
    std::optional<std::string> id = {}; // repeated in Said
    SaidContent content = {};
    std::vector<ContextEntry> context = {};
    std::optional<When> when = {};
};

struct Call {
    std::string id = {};
    std::string tool = {};
    Document arguments = {}; // an object
    bool approve = false;
    std::vector<std::string> labels = {};
};

enum class Verdict { yes, no, always };
enum class RuleScope { call, session, workspace };
struct VerdictAnswer {
    Verdict verdict {};
    std::optional<std::string> reason = {};
    Document arguments = {}; // with "yes": an object that replaces the arguments of the call
    std::optional<std::string> by = {}; // person who decided, for the audit trail
    std::optional<RuleScope> scope = {}; // extent of an "always"; absent: call
    std::optional<std::int64_t> rule = {}; // number of an offered rule, from 1; absent: 1
};
inline constexpr std::size_t max_output = 1 << 20; // bytes as JSON
struct OutputAnswer {
    Document output = {};
};
struct ValueAnswer {
    Document value = {};
};
enum class Action { accept, decline, cancel };
struct ActionAnswer {
    Action action {};
    Document content = {}; // object with the fields of an accepted form
};
struct AnsweredError {
    std::string code = {};
    std::string message = {};
};
struct ErrorAnswer {
    AnsweredError error = {};
};
struct Answer {
    std::string id = {};
    // Selected by the field that is present. Fields of two alternatives are an error.
    std::variant<VerdictAnswer, OutputAnswer, ValueAnswer, ActionAnswer, ErrorAnswer> content = {};
};

struct Interrupt {
    std::optional<std::string> id = {}; // id of the only call to interrupt
};
struct Quit { };

// Messages of the host of a conversation, and of the host of a workflow.
using HostMessage = std::variant<Begin, Say, Call, Answer, Interrupt, Quit>;
using WorkflowMessage = std::variant<BeginWorkflow, Answer, Interrupt, Quit>;

}
