#include "frontends/chat/local_servers.hpp"

#include "frontends/chat/server_answers.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/system/watch.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <utility>

namespace frontends::chat {

using namespace toolkit;

using Clock = system::Watch::Clock;

static constexpr std::size_t max_answer = 1 << 20;

namespace {

// One request. HTTP/1.0: the answer ends with the connection, and comes in no chunks.
class Question {
public:
    Question(std::uint16_t port, const std::string& path)
        : request(
            "GET " + path + " HTTP/1.0\r\nHost: 127.0.0.1\r\nAccept: application/json\r\n\r\n")
        , socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0))
    {
        sockaddr_in address {};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        is_over = !socket
            || (connect(socket.descriptor(), reinterpret_cast<sockaddr*>(&address), sizeof address)
                    != 0
                && errno != EINPROGRESS);
    }

    void watch(system::Watch& watch) const
    {
        if (!is_over && !request.empty())
            watch.writable(socket.descriptor());
        else if (!is_over)
            watch.readable(socket.descriptor());
    }

    // What can be done without waiting.
    void step()
    {
        if (!is_over && !request.empty())
            say();
        if (!is_over && request.empty())
            hear();
    }

    bool has_ended() const { return is_over; }
    const std::string& answer() const { return heard; }

private:
    void say()
    {
        const ssize_t put = send(socket.descriptor(), request.data(), request.size(), MSG_NOSIGNAL);
        if (put > 0)
            request.erase(0, static_cast<std::size_t>(put));
        is_over = put < 0 && errno != EAGAIN && errno != EINTR && errno != ENOTCONN;
    }

    void hear()
    {
        std::array<char, 64 << 10> buffer {};
        ssize_t got = 0;
        while ((got = read(socket.descriptor(), buffer.data(), buffer.size())) > 0
            && heard.size() < max_answer)
            heard.append(buffer.data(), static_cast<std::size_t>(got));
        is_over = got >= 0 || (errno != EAGAIN && errno != EINTR);
        if (heard.size() >= max_answer)
            heard.clear();
    }

    std::string request;
    File socket;
    std::string heard;
    bool is_over = false;
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

}
