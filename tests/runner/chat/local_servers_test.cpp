#include "catch.hpp"

#include "../host/played_server.hpp"
#include "agent/model/served_models.hpp"
#include "frontends/chat/local_servers.hpp"
#include "frontends/chat/server_answers.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/parse.hpp"

#include <csignal>
#include <sys/wait.h>

using namespace frontends::chat;

static std::uint16_t port_of(const PlayedServer& server)
{
    const std::string url = server.url();
    return static_cast<std::uint16_t>(std::stoi(url.substr(url.rfind(':') + 1)));
}

TEST_CASE("servers say which models they have, and how large the context is")
{
    const auto [answer, models, context]
        = GENERATE(table<std::string, std::vector<std::string>, std::int64_t>({
            {R"({"data":[{"id":"a"},{"id":"b","max_model_len":4096}]})", {"a", "b"}, 4096},
            {R"({"default_generation_settings":{"n_ctx":8192}})", {}, 8192},
            {R"({"models":[{"name":"x","context_length":2048}]})", {}, 2048},
            {R"({"data":[{"id":5},{"id":""}]})", {}, 0},
            {R"({"data":[{"id":"a","max_model_len":-1}]})", {"a"}, 0},
            {"<html>", {}, 0},
            {"", {}, 0},
        }));
    CHECK(models_in(answer) == models);
    CHECK(context_in(answer) == context);
}

TEST_CASE("prices that a server publishes are taken if they make sense")
{
    const auto models = agent::model::served_models_in(toolkit::json::parse_bounded(R"({"data":[
        {"id":"a","context_length":131072,
         "pricing":{"prompt":"0.00000015","completion":"0.0000006",
         "input_cache_read":"0.00000002"}},
        {"id":"free","pricing":{"prompt":"0","completion":0}},
        {"id":"auto","pricing":{"prompt":"-1","completion":"-1"}},
        {"id":"odd","pricing":{"prompt":"1e999","completion":"nan"}},
        {"id":"dear","pricing":{"prompt":"1","completion":"1"}},
        {"id":"half","pricing":{"prompt":"0.001"}},
        {"id":"none"}, {"id":""}, 5,
        {"model_name":"l","model_info":{"input_cost_per_token":2.5e-06,
         "output_cost_per_token":1e-05,"max_input_tokens":128000}}]})"));
    REQUIRE(models.size() == 8);
    CHECK(models[0].window == 131072);
    REQUIRE(models[0].price);
    CHECK(agent::model::amount_text(models[0].price->input) == "0.15");
    CHECK(agent::model::amount_text(models[0].price->cached) == "0.02");
    CHECK(agent::model::amount_text(models[0].price->output) == "0.6");
    REQUIRE(models[1].price);
    CHECK(models[1].price->input == 0);
    for (std::size_t at = 2; at < 7; ++at)
        CHECK_FALSE(models[at].price);
    CHECK(models[7].name == "l");
    CHECK(models[7].window == 128000);
    REQUIRE(models[7].price);
    CHECK(agent::model::amount_text(models[7].price->output) == "10");
}

// Answers five requests, in a process that is returned.
static pid_t answer_five(PlayedServer& server, const std::string& answer)
{
    const pid_t child = fork();
    if (child != 0)
        return child;
    for (int count = 0; count < 5; ++count) {
        server.accept_one();
        std::array<char, 4096> request {};
        if (read(server.connection.descriptor(), request.data(), request.size()) < 0)
            _exit(1);
        server.say(answer);
        server.connection = {};
    }
    _exit(0);
}

static std::vector<LocalServer> find_with(const std::string& answer, PlayedServer& server)
{
    const PlayedServer silent;
    const pid_t child = answer_five(server, answer);
    auto found
        = find_local_servers({1, port_of(silent), port_of(server)}, std::chrono::milliseconds(500));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    return found;
}

TEST_CASE("a server that answers is found beside ports where nobody or somebody silent listens")
{
    PlayedServer server;
    const auto found = find_with("HTTP/1.1 200 OK\r\n\r\n"
                                 R"({"data":[{"id":"m","max_model_len":4096}]})",
        server);
    REQUIRE(found.size() == 1);
    CHECK(found[0].models == std::vector<std::string> {"m"});
    CHECK(found[0].context == 4096);
    CHECK(url_of(found[0]) == server.url());
}

TEST_CASE("what is no answer with status 200 says nothing")
{
    for (const std::string head : {"HTTP/1.1 302 Found\r\n\r\n", "HTTP/1.1 404 No\r\n\r\n", ""}) {
        PlayedServer server;
        CHECK(find_with(head + R"({"data":[{"id":"m"}]})", server).empty());
    }
}
