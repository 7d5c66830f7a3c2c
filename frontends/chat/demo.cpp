#include "frontends/chat/demo.hpp"

#include "agent/model/chat_completions.hpp"
#include "frontends/chat/chat_engine.hpp"
#include "frontends/chat/slash_commands.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/elision.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace frontends::chat {

using namespace agent;
using namespace toolkit;

const char* const prompt_of_demo = "What is in this directory, and what time is it?";

// The recording. Parts in braces are replaced by values from the answers of the tools.
static const char* const first_words = "I list the directory, and ask for the time.";
static const char* const words_about_file = "Let me look into {file}.";
static const char* const words_of_answer
    = "This directory has **{files} and {directories}**.{head}\n\nIt is {time}.\n\n"
      "That was a recording of a model. The calls above were real: each tool has run as a process "
      "of its own in a sandbox. Nothing was changed, and nothing was sent anywhere.";
static const char* const answer_without_tools
    = "A tool has not answered: {error}. That was a recording of a model, and it has nothing to "
      "tell without the tools `fs_listdir` and `get_time`.";

// Returns the answer to the call with this id; null if there is none.
static Json result_of(const model::Messages& messages, std::string_view id)
{
    for (auto message = messages.rbegin(); message != messages.rend(); ++message)
        if ((*message)->call_id == id)
            try {
                return json::parse_bounded((*message)->text());
            } catch (const ToolError&) { // the answer was cut
                return {};
            }
    return {};
}

static std::string filled_in(std::string text, const Json& values)
{
    for (const auto& [name, value] : values.items()) {
        const std::string place = "{" + name + "}";
        if (const std::size_t at = text.find(place); at != std::string::npos)
            text.replace(at, place.size(), value.get_ref<const std::string&>());
    }
    return text;
}

static std::size_t entries_of_type(const Json& listing, std::string_view type)
{
    const Json& entries = json::member(listing, "entries");
    return static_cast<std::size_t>(std::count_if(entries.begin(), entries.end(),
        [&](const Json& entry) { return json::string_member(entry, "type") == type; }));
}

// Returns the file with the most informative name; empty if there is none.
static std::string file_to_read(const Json& listing)
{
    static constexpr std::int64_t largest = 1 << 20;
    const auto rank = [](const std::string& path) {
        const std::string name = text::in_lower_case(path);
        return name.starts_with("readme")                     ? 0
            : name.ends_with(".md") || name.ends_with(".txt") ? 1
                                                              : 2;
    };
    std::string best;
    for (const Json& entry : json::member(listing, "entries")) {
        const std::string path = json::string_member(entry, "path");
        const Json& size = json::member(entry, "sizeBytes");
        if (json::string_member(entry, "type") == "file" && !path.empty()
            && size.is_number_integer() && size > 0 && size <= largest
            && (best.empty() || rank(path) < rank(best)))
            best = path;
    }
    return best;
}

static std::string in_code(const std::string& text) { return "`" + text + "`"; }

// Returns the first lines of the file in a code block that they cannot close.
static std::string head_of(const std::string& file, const Json& read)
{
    const std::string content = json::string_member(read, "content");
    if (content.empty())
        return {};
    std::string fence = "```";
    while (content.find(fence) != std::string::npos)
        fence += '`';
    const std::string lines
        = text::shortened(content.substr(0, content.find_last_not_of('\n') + 1), 600);
    return " " + in_code(file) + " begins so:\n\n" + fence + "\n" + lines + "\n" + fence;
}

static std::string counted(std::size_t count, const char* one, const char* many)
{
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

static std::string answer_of(const Json& listing, const Json& time, const std::string& head)
{
    for (const Json* result : {&listing, &time})
        if (const std::string error = json::string_member(*result, "error"); !error.empty())
            return filled_in(answer_without_tools, {{"error", error}});
    std::string when = json::string_member(time, "iso8601");
    if (when.size() > 19)
        when = when.substr(0, 10) + " " + when.substr(11, 5) + " "
            + json::string_member(time, "timezone");
    return filled_in(words_of_answer,
        {{"files", counted(entries_of_type(listing, "file"), "file", "files")},
            {"directories", counted(entries_of_type(listing, "dir"), "directory", "directories")},
            {"time", when}, {"head", head}});
}

model::Reply DemoModel::ask(const model::Messages& messages, model::ReplyListener& listener)
{
    const auto replies = std::count_if(messages.begin(), messages.end(),
        [](const auto& message) { return message->role == model::Role::assistant; });
    const Json listing = result_of(messages, "demo-list");
    const std::string file = file_to_read(listing);
    model::Message message {.role = model::Role::assistant};
    if (replies == 0) {
        message.set_text(first_words);
        message.calls
            = {{"demo-list", "fs_listdir", R"({"path":"."})"}, {"demo-time", "get_time", "{}"}};
    } else if (replies == 1 && !file.empty()) {
        message.set_text(filled_in(words_about_file, {{"file", in_code(file)}}));
        message.calls
            = {{"demo-read", "fs_read_lines", Json {{"path", file}, {"endLine", 5}}.dump()}};
    } else {
        message.set_text(answer_of(listing, result_of(messages, "demo-time"),
            head_of(file, result_of(messages, "demo-read"))));
    }
    model::tell(listener, message);
    const char* const reason = message.calls.empty() ? "stop" : "tool_calls";
    return {std::move(message), reason, {}};
}

using namespace runner;

static start::RunConfig config_of_demo(const start::RunConfig& config)
{
    start::RunConfig demo = config;
    demo.make_model = [] { return std::make_unique<DemoModel>(); };
    demo.chat = {.model = "demo"};
    demo.replay.clear();
    demo.record.clear();
    demo.save_messages.clear();
    demo.output_schema_file.clear();
    demo.output_schema = Json();
    demo.offers_skills = false;
    demo.offers_tasks = false;
    demo.servers.clear();
    demo.beginning = {};
    demo.beginning.system = "";
    demo.beginning.agents_md = false;
    demo.context_window = 0;
    return demo;
}

void show_demo(ChatEngine& talk, const std::string&)
{
    const start::RunConfig config = config_of_demo(talk.config);
    start::Engine engine(config,
        {talk.redaction, talk.observer, talk.audit, talk.approver, talk.observer, talk.cancel});
    engine.open();
    engine.transcript().add(model::text_message(model::Role::user, prompt_of_demo));
    talk.channel.screen_event(
        channel::ChatSaid {channel::SaidState::delivered, prompt_of_demo, true});
    talk.turns.take(engine, nullptr);
    if (!talk.has_engine())
        talk.observer.note("/connect connects a model");
}

}
