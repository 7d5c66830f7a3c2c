#pragma once

#include "agent/channel/events.hpp"

// The events that the engine of a chat writes for its screen. Some are those of events.hpp, and
// some have more fields than a host is told of.

namespace agent::channel {

// How a call is shown, as the engine has made it of the declaration of the tool (agent/display).

// A part of a subject, by what is left out of it if there is no room.
enum class SubjectForm {
    words, // its end
    path, // its beginning
    quoted // its end, within quotes
};
struct SubjectPart {
    std::string text = {};
    SubjectForm form = SubjectForm::words;
};

enum class FactRole { plain, error, added, removed, kept };
struct Fact {
    std::string text = {};
    FactRole role = FactRole::plain; // all but plain ones are shown in any case
    std::optional<std::string> brief = {}; // in its place if there is no room
};

enum class LineRole {
    output,
    reason, // why a call has failed
    added,
    removed,
    same,
    gap, // between hunks
    name // of a file
};
struct DisplayLine {
    std::string text = {};
    LineRole role = LineRole::output;
    std::optional<std::int64_t> number = {}; // of the line; of a removed one, the old number
};

struct Display {
    std::string verb = {};
    std::vector<SubjectPart> subject = {};
    std::vector<Fact> facts = {}; // of a result
    std::vector<DisplayLine> lines = {};
    std::int64_t left_out = 0; // lines that are not in `lines`
    bool is_tail = false; // these are above, otherwise below
    bool has_failed = false;
};

struct Look {
    bool colour = false;
    Document colours = {}; // an object: a style by the name of its role
    Document keys = {}; // an object: a key by the key that does the same
    std::string notify = {};
    bool title = false;
    bool tmux = false;
    bool reflows = false;
    bool links = false; // the terminal opens links of OSC 8
    std::string directory = {}; // its name
    bool verbose = false;
    bool keyboard = false; // the terminal has the keyboard protocol of kitty
    std::string pictures = {}; // how the terminal draws images: "kitty" or "iterm2"; empty: not
};

struct ChatHello {
    std::int64_t channel = channel_version;
    std::string version = {};
    std::vector<std::string> tools = {};
    std::string model = {}; // empty: none is set up
    std::int64_t context_window = 0;
    Approve approve {};
    Look look = {};
    std::optional<std::vector<std::string>> history
        = {}; // what was typed before; the latest is last
    std::optional<std::string> server = {}; // "endpoint": its host and port
    std::optional<std::string> session = {};
    std::string directory = {}; // with "~" for the home directory
    std::string branch = {}; // of git
    std::vector<std::string> facts = {}; // what commands may do, and what is asked
    std::string earlier = {}; // how to continue the latest session of the directory
    std::vector<std::string> warnings = {};
};

struct ChatRun {
    std::vector<std::string> tools = {};
};

struct ChatSaid {
    SaidState state {};
    std::optional<std::string> text = {};
    bool past = false; // said in an earlier process of the session
    bool next = false; // it waits for the end of the turn
};

struct ChatMessage {
    std::optional<std::int64_t> step = {}; // not in the past
    Document message = {};
    std::optional<std::string> finish_reason = {};
    bool past = false;
};

struct ChatUsage {
    std::optional<std::int64_t> step = {}; // not of an agent
    Document usage = {};
    std::optional<double> cost = {}; // of all so far, in dollars
    bool nested = false; // of an agent
};

struct ChatCall {
    std::string id = {};
    std::string tool = {};
    std::optional<std::string> by = {}; // "operator"
    bool edited = false; // the display of a call that was told before, as they were approved
    bool waits = false; // for another call or an answer; a ChatProgress says that it begins
    Display display = {};
};

struct ChatResult {
    std::string id = {};
    std::string tool = {};
    std::optional<std::string> by = {}; // "operator"
    std::optional<std::string> code = {}; // also "INTERRUPTED" of an operator's call
    std::optional<std::int64_t> ms = {};
    std::optional<std::string> output = {}; // of an operator's command
    std::optional<std::int64_t> exit = {};
    Display display = {};
};

// An effect that a call can have, in words.
struct ToldEffect {
    std::string text = {};
    bool warns = false; // a risk that is never left out
};

struct ChatApproval {
    std::string tool = {};
    Document arguments = {};
    bool changes_files = false;
    Document effects = {};
    Document dry_run = {};
    bool editable = true;
    bool repeatable = true; // "always" is an answer
    bool message = false; // it is about a message to the model: the arguments are its texts
    std::optional<std::string> call = {}; // its id; an undo has none
    std::optional<std::string> agent = {}; // that wants to make the call
    bool edited = false;
    std::optional<std::int64_t> of = {}; // its place among the calls of a message, from 1
    std::optional<std::int64_t> count = {}; // of these calls
    bool changed = false;
    std::optional<std::string> problem = {}; // why the edited arguments in `draft` were not taken
    Document draft = {};
    std::vector<OfferedRule> rules = {};
    bool may_store = false; // rules can be stored for the workspace
    std::optional<Display> display
        = {}; // its lines are the one presentation; nullopt: the arguments
    bool shows_change = false; // the lines are those of the change, else of the arguments
    std::vector<ToldEffect> told = {};
    bool accepts_edits = false; // the mode "accept edits" would allow the call
    std::optional<std::string> no_prefix = {}; // why no rule for the first words is offered
};
struct ChatQuestion {
    std::optional<QuestionType> type = {};
    std::string message = {};
    std::vector<std::string> choices = {};
    Document preset = {}; // "default"
    bool secret = false; // the line is not to be shown
};

// A list of which the operator chooses a row. Its answer is a Picked of screen_messages.hpp.
struct PickAction {
    std::string name = {};
    std::string note = {}; // shown instead of that of the row while the action is chosen
    bool warns = false; // the note is a warning
    bool counts = true; // the row is one of those that {NOUN} counts
};
struct PickRow {
    std::vector<std::string> cells = {};
    std::vector<PickAction> actions = {}; // of which Left and Right choose
    std::int64_t action = 0; // the index of the chosen one
    std::string note = {};
    bool warns = false; // the note is a warning
};
struct PickKey {
    std::string words = {}; // with the name of the key; "{file}" becomes "3 files" or "nothing"
    std::string brief = {}; // the same in a narrow window
    std::string plain = {}; // what follows a number in plain mode; empty: the number alone
};
struct ChatPick {
    std::string title = {};
    std::vector<PickRow> rows = {};
    std::int64_t row = 0; // the index of the one that is chosen first
    std::vector<std::string> notes = {}; // below the rows
    std::int64_t name = 0; // the index of the cell that is shortened if a row is too long
    bool is_path = false; // that cell loses its beginning instead of its end
    bool spreads = false; // the cells after it are at the right edge
    bool filters = false; // typing filters the rows
    bool changes_files = false; // no key chooses within 500 ms after the list was shown
    // A key without words does nothing.
    std::optional<PickKey> enter = {};
    std::optional<PickKey> tab = {};
    std::optional<PickKey> remove = {}; // Delete
    std::optional<PickKey> view = {}; // the letter v, if typing does not filter
};

struct ChatAsk {
    std::string id = {};
    std::variant<ChatApproval, ChatQuestion, ChatPick> about = {}; // by "kind"
};

// The engine waits for the operator, and has told everything that belongs to what came before.
struct Ready { };
// The job goes on after it was suspended, or the engine gives the terminal back.
struct Continued { };
// The engine needs the terminal, for a line that the screen must not see.
struct LendTerminal { };

struct CompletedCommand {
    std::string text = {};
    std::string summary = {};
    bool partial = false; // more of it follows: no space is put after it
    std::string usage = {}; // what follows a command: "NAME"
    bool needs_words = false; // the line means nothing without more words
};
struct Completions {
    std::vector<std::variant<std::string, CompletedCommand>> items = {};
    std::int64_t total = 0; // of which `items` were chosen; 0: not known
    bool more = false; // the same request may find more in a moment
    std::string note = {}; // about the list as a whole
};
struct EditedText {
    std::optional<std::string> edited = {}; // null: why not is in the others
    std::optional<std::string> text = {};
    std::optional<std::string> hint = {};
};
struct ReplyText {
    std::string text = {};
    std::optional<std::string> form = {}; // "markdown", "diff"
};
// Images that the operator has pasted. Without an id of a paste they go to the cursor.
struct PastedImages {
    std::vector<std::string> images = {}; // what follows "@" in a mention; empty: the paste is text
    std::string problem = {}; // why the clipboard has none
};
struct Reply {
    std::optional<std::string> id = {}; // of the message of the screen
    std::variant<Completions, EditedText, ReplyText, PastedImages> content
        = {}; // by the field that is present
};

struct Copy {
    std::string text = {}; // for the clipboard
};

struct Meters {
    std::string model = {};
    Approve approve {};
    std::string session = {}; // empty: none
    std::int64_t context_window = 0;
    std::optional<std::int64_t> context_tokens = {}; // an estimate
    std::string branch = {}; // of git
    std::vector<std::string> servers = {}; // MCP servers, by their names
    std::int64_t failed_servers = 0;
    std::int64_t background = 0; // commands that were started in the background and run
};

// The tasks that the model keeps, if they have changed.
struct ChatTasks {
    std::int64_t done = 0;
    std::int64_t count = 0;
    std::string active = {}; // the title of the active one; empty: none is
};

// How far a call is that runs. May be left out at any time, unless it begins.
struct ChatProgress {
    std::string id = {};
    bool begins = false; // a call that waited; nothing else is said then
    std::vector<std::string> lines = {}; // the last ones that it has printed, or its own words
    std::int64_t total = 0; // of lines, with those before; 0: they are not counted
    std::int64_t calls = 0; // that an agent has made so far
    std::string doing = {}; // the verb of the last of them
};

// The arguments of a call that the model writes are arriving. May be left out at any time.
struct ChatWriting {
    std::string path = {}; // that it names; empty: none so far
    std::int64_t lines = 0; // of the texts in it so far
};

// The engine waits before it asks the server of the model again. Any other event of the turn ends
// the wait.
enum class RetryCause { status, loading, cut, no_answer };
struct ChatRetry {
    RetryCause cause {};
    std::int64_t status = 0; // of HTTP; 0: none
    std::string host = {};
    std::int64_t ms = 0; // the length of the pause
    std::int64_t attempt = 0; // from 1; 0 while the server loads its model
    std::int64_t attempts = 0; // at most
};

// An image that goes to the model: of the message that was delivered, or of a result.
struct ChatImage {
    std::string name = {}; // of its file, or its kind: "PNG"
    std::int64_t width = 0; // pixels
    std::int64_t height = 0;
    std::int64_t bytes = 0;
    bool of_result = false;
    std::string base64 = {}; // its bytes, to draw it; empty: only the line is shown
};

using ScreenEvent
    = std::variant<ChatHello, ChatRun, Turn, ChatSaid, Text, Reasoning, ChatMessage, ChatUsage,
        ChatCall, ChatResult, ChatAsk, Asked, Context, Note, Error, Ready, Continued, LendTerminal,
        Reply, Copy, Meters, ChatProgress, ChatWriting, ChatRetry, ChatImage, ChatTasks, Unknown>;

}
