#include "catch.hpp"

#include "../host/played_server.hpp"
#include "frontends/chat/local_servers.hpp"
#include "frontends/chat/server_answers.hpp"

#include <csignal>
#include <sys/wait.h>

using namespace frontends::chat;

static const std::string ok = "HTTP/1.1 200 OK\r\n\r\n";

static std::uint16_t port_of(const PlayedServer& server)
{
    const std::string url = server.url();
    return static_cast<std::uint16_t>(std::stoi(url.substr(url.rfind(':') + 1)));
}

TEST_CASE("servers say which models they have, and how large the context is")
{
    const auto [answer, models, context]
        = GENERATE(table<std::string, std::vector<std::string>, std::int64_t>({
            {ok + R"({"data":[{"id":"a"},{"id":"b","max_model_len":4096}]})", {"a", "b"}, 4096},
            {ok + R"({"default_generation_settings":{"n_ctx":8192}})", {}, 8192},
            {ok + R"({"models":[{"name":"x","context_length":2048}]})", {}, 2048},
            {ok + R"({"data":[{"id":5},{"id":""}]})", {}, 0},
            {ok + R"({"data":[{"id":"a","max_model_len":-1}]})", {"a"}, 0},
            {ok + "<html>", {}, 0},
            {"HTTP/1.1 302 Found\r\n\r\n{\"data\":[{\"id\":\"a\"}]}", {}, 0},
            {"{\"data\":[{\"id\":\"a\"}]}", {}, 0},
            {"", {}, 0},
        }));
    CHECK(models_in(answer) == models);
    CHECK(context_in(answer) == context);
}

TEST_CASE("a server that answers is found beside ports where nobody or somebody silent listens")
{
    PlayedServer server;
    const PlayedServer silent;
    const pid_t child = fork();
    if (child == 0) {
        for (int count = 0; count < 5; ++count) {
            server.accept_one();
            std::array<char, 4096> request {};
            if (read(server.connection.descriptor(), request.data(), request.size()) < 0)
                _exit(1);
            server.say(ok + R"({"data":[{"id":"m","max_model_len":4096}]})");
            server.connection = {};
        }
        _exit(0);
    }
    const auto found
        = find_local_servers({1, port_of(silent), port_of(server)}, std::chrono::milliseconds(500));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    REQUIRE(found.size() == 1);
    CHECK(found[0].models == std::vector<std::string> {"m"});
    CHECK(found[0].context == 4096);
    CHECK(url_of(found[0]) == server.url());
}
