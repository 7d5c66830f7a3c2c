#include "frontends/chat/local_servers.hpp"

#include "frontends/chat/server_answers.hpp"
#include "frontends/chat/slash_commands.hpp"
#include "frontends/chat/talk.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/web/web_exchange.hpp"

#include <algorithm>
#include <charconv>
#include <memory>
#include <string_view>
#include <utility>

namespace frontends::chat {

using namespace toolkit;
namespace model = agent::model;

using Clock = system::Watch::Clock;

static constexpr std::size_t max_answer = 1 << 20;

namespace {

// One request, of which the answer counts if it has status 200 and is not too long.
class Question {
public:
    Question(std::uint16_t port, const std::string& path)
        : server(std::make_unique<web::WebServer>(
            web::Route {web::parse_address("http://127.0.0.1:" + std::to_string(port))}))
        , exchange(server->begin({web::WebRequest::Method::get, path,
              {{"Accept", "application/json"}, {"Connection", "close"}}}))
    {
    }

    void watch(system::Watch& watch) const
    {
        if (!has_ended())
            exchange->watch(watch);
    }

    // Does what can be done without waiting.
    void step()
    {
        if (has_ended())
            return;
        exchange->step();
        heard += exchange->take_body();
    }

    bool has_ended() const { return exchange->is_over() || heard.size() >= max_answer; }

    std::string_view answer() const
    {
        const bool is_good = exchange->is_over() && !exchange->failure()
            && exchange->status() == 200 && heard.size() < max_answer;
        return is_good ? heard : std::string_view();
    }

private:
    std::unique_ptr<web::WebServer> server; // outlives the exchange
    std::unique_ptr<web::WebExchange> exchange;
    std::string heard;
};

}

static void ask_all(std::vector<Question>& questions, std::chrono::milliseconds patience)
{
    const auto end = Clock::now() + patience;
    const auto have_ended = [&] {
        return std::all_of(questions.begin(), questions.end(),
            [](const Question& question) { return question.has_ended(); });
    };
    while (!have_ended() && Clock::now() < end) {
        system::Watch watch;
        watch.until(end);
        for (const auto& question : questions)
            question.watch(watch);
        watch.wait();
        for (auto& question : questions)
            question.step();
    }
}

static std::int64_t context_of(const LocalServer& server, std::chrono::milliseconds patience)
{
    std::vector<Question> questions;
    for (const char* path : {"/v1/models", "/props", "/api/ps", "/api/v0/models"})
        questions.emplace_back(server.port, path);
    ask_all(questions, patience);
    for (const auto& question : questions)
        if (const std::int64_t size = context_in(question.answer()))
            return size;
    return 0;
}

std::vector<LocalServer> find_local_servers(
    const std::vector<std::uint16_t>& ports, std::chrono::milliseconds patience)
{
    std::vector<Question> questions;
    questions.reserve(ports.size());
    for (const std::uint16_t port : ports)
        questions.emplace_back(port, "/v1/models");
    ask_all(questions, patience);
    std::vector<LocalServer> servers;
    for (std::size_t index = 0; index < ports.size(); ++index)
        if (auto models = models_in(questions[index].answer()); !models.empty())
            servers.push_back({ports[index], std::move(models)});
    for (auto& server : servers)
        server.context = context_of(server, patience);
    return servers;
}

std::string url_of(const LocalServer& server)
{
    return "http://127.0.0.1:" + std::to_string(server.port) + "/v1";
}

using namespace agent;
using namespace runner;

// A server that cuts at fewer tokens forgets the beginning of most conversations with tools.
static constexpr std::int64_t enough_context = 16384;

static std::string warning_of(std::int64_t context)
{
    if (context == 0 || context >= enough_context)
        return {};
    return "its context of " + std::to_string(context)
        + " tokens is small for tools: OLLAMA_CONTEXT_LENGTH=32768 for Ollama, -c 32768 for "
          "llama-server make it larger\n";
}

namespace {

struct Choice {
    std::string url;
    std::string model;
    std::int64_t context = 0;
};

}

static std::vector<Choice> found_choices()
{
    std::vector<Choice> choices;
    for (const auto& server : find_local_servers(usual_ports, std::chrono::milliseconds(500)))
        for (const auto& model : server.models)
            choices.push_back({url_of(server), model, server.context});
    return choices;
}

static std::string list_of(const std::vector<Choice>& choices)
{
    std::string text;
    for (std::size_t index = 0; index < choices.size(); ++index)
        text += std::to_string(index + 1) + ". " + choices[index].model + " at "
            + choices[index].url
            + (choices[index].context > 0
                    ? ", context " + std::to_string(choices[index].context) + " tokens"
                    : std::string())
            + "\n";
    return text + "/connect NUMBER asks one of them from now on\n";
}

static std::size_t number_of(const std::string& words, std::size_t count)
{
    std::size_t number = 0;
    const char* const end = words.data() + words.size();
    const auto [after, error] = std::from_chars(words.data(), end, number);
    if (error != std::errc() || after != end || number == 0 || number > count)
        throw ToolError(
            Code::not_found, "there is no server " + text::in_quotes(words), "/connect lists them");
    return number;
}

// Returns the word in single quotes for a shell.
static std::string quoted(const std::string& word)
{
    std::string text = "'";
    for (const char c : word)
        text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

static std::string how_to_keep(const Choice& choice)
{
    Json profile {{"model", choice.model}, {"base-url", choice.url}};
    if (choice.context > 0)
        profile["context-window"] = choice.context;
    return "to keep it: export OAI_BASE_URL=" + choice.url + " OAI_MODEL=" + quoted(choice.model)
        + "\nor a profile in ~/.config/agentcli/config.json: "
        + Json {{"profiles", {{"local", profile}}}}.dump() + "\n";
}

void connect_to_server(Talk& talk, const std::string& words)
{
    const std::vector<Choice> choices = found_choices();
    if (choices.empty())
        throw ToolError(Code::not_found, "no server of models answers on this machine",
            "start one (Ollama, llama-server, vLLM, LM Studio), or export OAI_BASE_URL and "
            "OAI_MODEL");
    if (words.empty())
        return talk.reply(list_of(choices));
    const Choice& choice = choices[number_of(words, choices.size()) - 1];
    // The key, the headers and the fallback are another server's.
    start::RunConfig& config = talk.config;
    config.server.base_url = choice.url;
    config.server.api_key.clear();
    config.server.key_variable.clear();
    config.server.headers.clear();
    config.chat.model = choice.model;
    config.chat.fallback.clear();
    config.context_window = choice.context;
    talk.reconnect();
    talk.reply("model: " + choice.model + " at " + choice.url + "\n" + warning_of(choice.context)
        + how_to_keep(choice));
}

}
