#include "frontends/chat/local_servers.hpp"

#include "frontends/chat/server_answers.hpp"
#include "frontends/screen/values.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/web/web_exchange.hpp"

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

namespace frontends::chat {

using namespace toolkit;

using Clock = system::Watch::Clock;

static constexpr std::size_t max_answer = 1 << 20;

namespace {

// A request. Its response is used if it has status 200 and is not too long.
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

    // Does what is possible without blocking.
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

std::string window_text(std::int64_t tokens)
{
    return tokens == 0
        ? std::string()
        : "window " + screen::tokens_text(static_cast<std::uint64_t>(tokens)).bytes();
}

}
