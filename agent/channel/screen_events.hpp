#pragma once

#include "agent/channel/events.hpp"

// The events that the engine of a chat sends to its screen. Some are those of events.hpp; others
// have fields that hosts do not receive.

namespace agent::channel {

// The display of a call, which the engine derives from the tool's "display" (agent/display).

// Form of a part of a subject. It decides what is cut if there is not enough room.
enum class SubjectForm {
    words, // cut at its end
    path, // cut at its beginning
    quoted // in quotes, cut at its end
};
struct SubjectPart {
    std::string text = {};
    SubjectForm form = SubjectForm::words;
};

enum class FactRole { plain, error, added, removed, kept };
struct Fact {
    std::string text = {};
    FactRole role = FactRole::plain; // only plain facts may be left out
    std::optional<std::string> brief = {}; // shorter text, if there is not enough room
};

enum class LineRole {
    output,
    reason, // reason why the call failed
    added,
    removed,
    same,
    gap, // gap between hunks
    name // name of a file
};
struct DisplayLine {
    std::string text = {};
    LineRole role = LineRole::output;
    std::optional<std::int64_t> number = {}; // line number; the old one for a removed line
};

struct Display {
    std::string verb = {};
    std::vector<SubjectPart> subject = {};
    std::vector<Fact> facts = {}; // facts about the result
    std::vector<DisplayLine> lines = {};
    std::int64_t left_out = 0; // number of lines that are not in `lines`
    bool is_tail = false; // true: the lines left out precede `lines`; false: they follow
    bool has_failed = false;
};

struct Look {
    bool colour = false;
    Document colours = {}; // object with the style of each role
    Document keys = {}; // object that maps keys to the keys with the same function
    std::string notify = {};
    bool title = false;
    bool tmux = false;
    bool reflows = false;
    bool links = false; // true if the terminal supports links (OSC 8)
    std::string directory = {}; // name of the current directory
    bool verbose = false;
    bool keyboard = false; // true if the terminal supports the kitty keyboard protocol
    std::string pictures = {}; // protocol for images: "kitty" or "iterm2"; empty: none
};

struct ChatHello {
    std::int64_t channel = channel_version;
    std::string version = {};
    std::vector<std::string> tools = {};
    std::string model = {}; // empty if no model is configured
    std::int64_t context_window = 0;
    Approve approve {};
    Look look = {};
    std::optional<std::vector<std::string>> history = {}; // input history, the latest entry last
    std::optional<std::string> server = {}; // "endpoint": host and port of the model's server
    std::optional<std::string> session = {};
    std::string directory = {}; // path of the current directory, with "~" for the home directory
    std::string branch = {}; // git branch
    std::vector<std::string> facts = {}; // what commands may do, and which calls are asked about
    std::string earlier = {}; // command to continue the latest session of the directory
    std::vector<std::string> warnings = {};
};

struct ChatRun {
    std::vector<std::string> tools = {};
};

struct ChatSaid {
    SaidState state {};
    std::optional<std::string> text = {};
    bool past = false; // true if it was said in an earlier process of the session
    bool next = false; // true if it waits for the end of the turn
};

struct ChatMessage {
    std::optional<std::int64_t> step = {}; // absent for a past message
    Document message = {};
    std::optional<std::string> finish_reason = {};
    bool past = false;
};

struct ChatUsage {
    std::optional<std::int64_t> step = {}; // absent for the usage of an agent
    Document usage = {};
    std::optional<double> cost = {}; // total cost so far, in dollars
    bool nested = false; // true for the usage of an agent
};

struct ChatCall {
    std::string id = {};
    std::string tool = {};
    std::optional<std::string> by = {}; // "operator", or absent
    bool edited = false; // true: replaces the display of a call whose arguments were edited
    bool waits = false; // true: waits for another call or an answer until ChatProgress::begins
    Display display = {};
};

struct ChatResult {
    std::string id = {};
    std::string tool = {};
    std::optional<std::string> by = {}; // "operator", or absent
    std::optional<std::string> code = {}; // error code, or "INTERRUPTED" for an operator's call
    std::optional<std::int64_t> ms = {}; // duration
    std::optional<std::string> output = {}; // output of an operator's command
    std::optional<std::int64_t> exit = {};
    Display display = {};
};

// Description of an effect that a call can have.
struct ToldEffect {
    std::string text = {};
    bool warns = false; // true for a risk, which is always shown
};

struct ChatApproval {
    std::string tool = {};
    Document arguments = {};
    bool changes_files = false;
    Document effects = {};
    Document dry_run = {};
    bool editable = true;
    bool repeatable = true; // true if "always" is a possible answer
    bool message = false; // true for the approval of a message to the model, in `arguments`
    std::optional<std::string> call = {}; // id of the call; absent for an undo
    std::optional<std::string> agent = {}; // agent that wants to make the call
    bool edited = false;
    std::optional<std::int64_t> of = {}; // position among the calls of a message, from 1
    std::optional<std::int64_t> count = {}; // number of the calls of the message
    bool changed = false;
    std::optional<std::string> problem = {}; // why the edited arguments in `draft` were rejected
    Document draft = {};
    std::vector<OfferedRule> rules = {};
    bool may_store = false; // true if rules can be stored for the workspace
    std::optional<Display> display = {}; // what is shown of the call; absent: the arguments
    bool shows_change = false; // true: its lines show the change; false: the arguments
    std::vector<ToldEffect> told = {};
    bool accepts_edits = false; // true if the mode "accept edits" would allow the call
    std::optional<std::string> no_prefix = {}; // why no rule for the first words is offered
};
struct ChatQuestion {
    std::optional<QuestionType> type = {};
    std::string message = {};
    std::vector<std::string> choices = {};
    Document preset = {}; // "default"
    bool secret = false; // true: do not show the typed line
};

// A list from which the operator chooses a row. It is answered by Picked (screen_messages.hpp).
struct PickAction {
    std::string name = {};
    std::string note = {}; // shown instead of PickRow::note while the action is selected
    bool warns = false; // true if the note is a warning
    bool counts = true; // true if {NOUN} in PickKey::words counts the row
};
struct PickRow {
    std::vector<std::string> cells = {};
    std::vector<PickAction> actions = {}; // Left and Right select one of them
    std::int64_t action = 0; // index of the selected action
    std::string note = {};
    bool warns = false; // true if the note is a warning
};
struct PickKey {
    std::string words = {}; // label with the key's name; "{file}" becomes "3 files" or "nothing"
    std::string brief = {}; // label for a narrow window
    std::string plain = {}; // text after a number in plain mode; empty: the number alone
};
struct ChatPick {
    std::string title = {};
    std::vector<PickRow> rows = {};
    std::int64_t row = 0; // index of the row that is selected first
    std::vector<std::string> notes = {}; // lines below the rows
    std::int64_t name = 0; // index of the cell that is shortened if a row is too long
    bool is_path = false; // true: that cell is cut at its beginning, not at its end
    bool spreads = false; // true: the cells after it are aligned at the right edge
    bool filters = false; // true: typing filters the rows
    bool changes_files = false; // true: keys are ignored for 500 ms after the list is shown
    // Keys and their labels. A key that is absent does nothing.
    std::optional<PickKey> enter = {};
    std::optional<PickKey> tab = {};
    std::optional<PickKey> remove = {}; // Delete
    std::optional<PickKey> view = {}; // the letter v, if typing does not filter
};

struct ChatAsk {
    std::string id = {};
    std::variant<ChatApproval, ChatQuestion, ChatPick> about = {}; // selected by "kind"
};

// The engine waits for the operator, and has sent all events of the previous input.
struct Ready { };
// The process continues after it was suspended, or the engine returns the terminal.
struct Continued { };
// The engine needs the terminal to read a line that the screen must not see.
struct LendTerminal { };

struct CompletedCommand {
    std::string text = {};
    std::string summary = {};
    bool partial = false; // true if it is incomplete, so that no space is added after it
    std::string usage = {}; // arguments of the command, such as "NAME"
    bool needs_words = false; // true if the command requires arguments
};
struct Completions {
    std::vector<std::variant<std::string, CompletedCommand>> items = {};
    std::int64_t total = 0; // number of all completions; 0 if unknown
    bool more = false; // true if the same request may soon return more
    std::string note = {}; // note about the whole list
};
struct EditedText {
    std::optional<std::string> edited = {}; // null if editing failed
    std::optional<std::string> text = {}; // error message
    std::optional<std::string> hint = {};
};
struct ReplyText {
    std::string text = {};
    std::optional<std::string> form = {}; // "markdown", "diff"
};
// Images that the operator pasted. If the Reply has no id, their mentions are inserted at the
// cursor.
struct PastedImages {
    std::vector<std::string> images = {}; // names after "@" in mentions; empty: the paste is text
    std::string problem = {}; // why no image could be read from the clipboard
};
struct Reply {
    std::optional<std::string> id = {}; // id of the screen's message
    std::variant<Completions, EditedText, ReplyText, PastedImages> content
        = {}; // by the field that is present
};

struct Copy {
    std::string text = {}; // text for the clipboard
};

struct Meters {
    std::string model = {};
    Approve approve {};
    std::string session = {}; // name of the session; may be empty
    std::int64_t context_window = 0;
    std::optional<std::int64_t> context_tokens = {}; // estimated tokens in use
    std::string branch = {}; // git branch
    std::vector<std::string> servers = {}; // names of the MCP servers
    std::int64_t failed_servers = 0;
    std::int64_t background = 0; // number of commands running in the background
};

// The model's task list, sent when it has changed.
struct ChatTasks {
    std::int64_t done = 0;
    std::int64_t count = 0;
    std::string active = {}; // title of the active task; empty if there is none
};

// Progress of a running call. Any of these events may be omitted, except those with `begins`.
struct ChatProgress {
    std::string id = {};
    bool begins = false; // true: a call that waited begins, and the other fields are empty
    std::vector<std::string> lines = {}; // last lines of the output, or a message of the tool
    std::int64_t total = 0; // number of all lines of the output; 0 if not counted
    std::int64_t calls = 0; // number of calls that an agent has made so far
    std::string doing = {}; // verb of the agent's last call
};

// Progress of the model while it writes the arguments of a call. May be omitted at any time.
struct ChatWriting {
    std::string path = {}; // path in the arguments; empty if there is none yet
    std::int64_t lines = 0; // lines of the longest string in the arguments so far
};

// The engine waits before it repeats a request to the model's server. Any other event of the turn
// ends the wait.
enum class RetryCause { status, loading, cut, no_answer };
struct ChatRetry {
    RetryCause cause {};
    std::int64_t status = 0; // HTTP status; 0 if there is none
    std::string host = {};
    std::int64_t ms = 0; // duration of the pause
    std::int64_t attempt = 0; // number of the attempt, from 1; 0 while the server loads its model
    std::int64_t attempts = 0; // maximum number of attempts
};

// An image sent to the model, with a message of the operator or with a result.
struct ChatImage {
    std::string name = {}; // name of its file, or its type, such as "PNG"
    std::int64_t width = 0; // pixels
    std::int64_t height = 0;
    std::int64_t bytes = 0;
    bool of_result = false; // true if it belongs to a result
    std::string base64 = {}; // content, to draw it; empty: show only a line about it
};

using ScreenEvent
    = std::variant<ChatHello, ChatRun, Turn, ChatSaid, Text, Reasoning, ChatMessage, ChatUsage,
        ChatCall, ChatResult, ChatAsk, Asked, Context, Note, Error, Ready, Continued, LendTerminal,
        Reply, Copy, Meters, ChatProgress, ChatWriting, ChatRetry, ChatImage, ChatTasks, Unknown>;

}
