#pragma once

#include "agent/channel/document.hpp"
#include "agent/channel/messages.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

// The events of the run channel (docs/host.md): what agentcli writes for the host of a conversation
// or of a workflow. A field that may be left out is as in messages.hpp. Fields that can be large
// are empty if the line was too long for them (Head::left_out_bytes).

namespace agent::channel {

// Begins each event.
struct Head {
    std::uint64_t seq = 0; // from 1
    std::string ts = {}; // RFC 3339
    std::uint64_t turn = 0; // from 1; 0: outside a turn
    std::uint64_t left_out_bytes = 0; // size of the fields that are null, as JSON
};

struct Hello {
    std::int64_t channel = channel_version;
    std::string version = {};
    std::string model = {};
    std::optional<std::string> server = {}; // "endpoint": its host and port
    std::optional<std::vector<std::string>> host_may = {}; // of a conversation
    Approve approve {};
    std::optional<std::int64_t> context_window = {}; // of a conversation; in tokens, 0: not known
    std::optional<std::string> workflow = {}; // its name
};

struct Run {
    std::string model = {};
    std::vector<std::string> tools = {};
    Document effects = {}; // an object by names of tools
    Document displays = {}; // likewise
    std::optional<std::string> session = {};
};

// Describes a failure: the "error" of every event that has one.
struct Failure {
    std::string code = {};
    std::string message = {};
    std::optional<std::string> hint = {};
    std::optional<std::int64_t> retry_after = {}; // seconds; absent unless the server answered 429
};

// The values of TurnEnds::exit_reason.
inline constexpr std::array<std::string_view, 13> exit_reasons {"answered", "failed",
    "content-filter", "misused", "max-steps", "max-tool-calls", "max-seconds", "repeated-call",
    "max-total-tokens", "max-cost", "timed-out", "stdout-closed", "interrupted"};

struct TurnCall {
    std::int64_t step = 0;
    std::string tool = {};
    std::optional<std::string> code = {}; // of an error
    bool not_run = false;
};
struct TurnBegins { };
struct TurnEnds {
    std::optional<std::string> answer = {}; // null unless exit_reason is "answered"
    std::string exit_reason = {};
    std::int64_t exit_status = 0;
    std::int64_t steps = 0;
    std::vector<TurnCall> calls = {};
    Document usage = {}; // with the names of the model's server; null if it counts nothing
    std::optional<double> cost = {}; // of all replies, if the config has the prices
    std::optional<std::string> fallback = {}; // the model that answered in place of the chosen one
    std::optional<std::string> finish_reason = {}; // of the last message, as the server names it
    std::optional<Failure> error = {}; // unless exit_reason is "answered"
    double seconds = 0;
};
struct Turn {
    std::variant<TurnBegins, TurnEnds> state = {};
};

enum class SaidState { sent, waiting, delivered, taken_back, other };
struct Said {
    SaidState state {};
    std::optional<std::string> text = {}; // not if it was said in parts
    std::optional<std::string> id = {}; // of the Say
};

struct Text {
    std::string text = {}; // a piece of the answer
};
struct Reasoning {
    std::string text = {};
};

struct Message {
    std::int64_t step = 0;
    Document message = {}; // as in chat completions
    std::optional<std::string> finish_reason = {};
    std::optional<std::string> fallback = {}; // the model that replied in place of the chosen one
};

struct Usage {
    std::int64_t step = 0;
    Document usage = {};
};

struct CallEvent {
    std::optional<std::string> path = {}; // of the step of a workflow
    std::string id = {};
    std::string tool = {};
    Document arguments = {}; // an object; null if the model has written something else
    std::optional<std::string> text = {}; // what the model has written, if that is not an object
};

// Returns the event of a call with these arguments, which are JSON as a model writes it. No text
// means no arguments. Anything that is not one object, or names a field twice, is kept as `text`.
CallEvent call_event(std::string id, std::string tool, const std::string& arguments);

struct Result {
    std::optional<std::string> path = {}; // of the step of a workflow
    std::string id = {};
    std::string tool = {};
    std::optional<std::int64_t> bytes = {}; // not if the call was cancelled, nor in a workflow
    std::optional<std::string> code = {}; // of an error
    Document arguments = {}; // with which it ran; null: those of its CallEvent
    std::string content = {};
};

// A rule that "always" can make, with what it allows in words.
struct OfferedRule {
    Document rule = {};
    std::string text = {};
};
struct ApprovalAsk {
    std::string tool = {};
    Document arguments = {};
    bool changes_files = false;
    Document effects = {}; // null: the tool does not say
    Document dry_run = {}; // null: there was none
    std::string call = {}; // its id
    std::optional<std::string> agent = {}; // that wants to make the call
    std::optional<std::string> path = {}; // of the step of a workflow
    bool changed = false; // asked again, since the result of the dry run differs
    std::vector<OfferedRule> rules = {};
    bool may_store = false; // rules can be stored for the workspace
};
enum class QuestionType { confirm, text, edit, choice, other };
struct QuestionAsk {
    std::string path = {}; // of its step
    QuestionType type {};
    std::string message = {};
    std::vector<std::string> choices = {};
    Document preset = {}; // "default"; null without one
};
struct HostToolAsk {
    std::string tool = {};
    Document arguments = {}; // as they were approved, secrets included
    double timeout_seconds = 0;
    std::string call = {}; // its id
};
struct FormAsk { // of an MCP server
    std::string server = {}; // its name
    std::string message = {};
    Document schema = {}; // of the answer
    std::vector<std::string> secrets = {}; // fields that look like secrets
};
struct OpenUrlAsk { // of an MCP server
    std::string server = {}; // its name
    std::string message = {};
    std::string host = {};
    std::string url = {};
    std::vector<std::string> warnings = {}; // about the host
    bool opened = false; // the operator has agreed to open it, and is asked whether they are done
    std::string purpose = {}; // "sign-in", or empty
};
struct Ask {
    std::string id = {};
    std::variant<ApprovalAsk, QuestionAsk, HostToolAsk, FormAsk, OpenUrlAsk> about
        = {}; // by "kind"
};

enum class AskKind { approval, question, host_tool, form, open_url };
enum class AskedState { answered, timed_out, withdrawn, other };
enum class AskedVerdict { yes, no, always, edited, other };
struct Asked {
    std::string id = {};
    AskKind kind {};
    AskedState state {};
    std::optional<AskedVerdict> verdict = {}; // of an approval that was answered
};

struct Waiting {
    std::vector<std::string> asks = {}; // ids
};

struct Shortened {
    std::int64_t shortened = 0; // results
};
struct Summarised {
    std::int64_t summarised = 0; // messages
    std::optional<std::int64_t> skipped_bytes = {}; // of them, not in the request for the summary
};
struct NotSummarised {
    std::int64_t not_summarised = 0; // messages
    std::string reason = {};
};
struct Context {
    std::variant<Shortened, Summarised, NotSummarised> change = {}; // by the field that is present
    std::string text = {}; // says the same in words
};

struct Note {
    std::string text = {};
};
struct Error {
    std::string text = {};
    std::string code = {};
    std::optional<std::string> hint = {};
    std::optional<std::string> id = {}; // of the ask whose answer was refused
};

// Events of workflows.

struct StepResult {
    std::string status = {};
    std::optional<std::int64_t> exit_code = {};
    std::int64_t duration_ms = 0;
    std::int64_t attempts = 1;
    std::optional<Failure> error = {};
};
struct StepBegins { };
struct StepEnds {
    StepResult result = {};
};
struct StepKept { // done by an earlier process of the run
    StepResult result = {};
};
struct StepRetries {
    std::int64_t pause_ms = 0;
    StepResult result = {}; // of the attempt that failed
};
struct Step {
    std::string path = {}; // summaries[3].draft
    std::variant<StepBegins, StepEnds, StepKept, StepRetries> state = {};
};

struct EndedStep {
    std::string id = {}; // its path
    StepResult result = {};
};
struct WorkflowBegins {
    std::string workflow = {};
    std::string run_id = {};
};
struct WorkflowEnds {
    std::string workflow = {};
    std::string run_id = {};
    std::string exit_reason = {};
    std::int64_t exit_status = 0;
    Document output = {};
    Document outputs = {}; // an object by paths of steps
    std::vector<EndedStep> steps = {};
    bool resumed = false;
    std::optional<Failure> error = {};
};
struct Workflow {
    std::variant<WorkflowBegins, WorkflowEnds> state = {};
};

// The last event of a stream of agentcli serve (docs/http.md).
struct End {
    Document run = {};
};

// An event that this build does not know, or that belongs to another kind of client.
struct Unknown {
    std::string name = {};
};

using Event = std::variant<Hello, Run, Turn, Said, Text, Reasoning, Message, Usage, CallEvent,
    Result, Ask, Asked, Waiting, Context, Note, Error, Step, Workflow, End, Unknown>;

}
