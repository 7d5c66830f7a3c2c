#pragma once

#include "catch.hpp"

#include "agent/calls/root_supervisor.hpp"
#include "agent/mcp/server_calls.hpp"

#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

// The fixture tests/mcp/peer.cpp, as an entry of a configuration.
inline agent::mcp::ServerEntry entry_of_peer(const std::vector<std::string>& flags)
{
    std::array<char, 4096> path {};
    const ssize_t size = readlink("/proc/self/exe", path.data(), path.size());
    const std::string self(path.data(), static_cast<std::size_t>(size));
    agent::mcp::ServerEntry entry;
    entry.name = "peer";
    entry.hash = std::string(64, '0');
    entry.command = {self.substr(0, self.rfind('/')) + "/mcp_peer"};
    entry.command.insert(entry.command.end(), flags.begin(), flags.end());
    entry.environment = {{"PATH", "/usr/bin:/bin"}, {"ONE", "1"}};
    entry.directory = "/";
    entry.timeout = std::chrono::seconds(20);
    entry.start_timeout = std::chrono::seconds(20);
    return entry;
}

// The root supervisor while tests need it.
struct Supervised {
    Supervised()
    {
        signal(SIGPIPE, SIG_IGN);
        agent::calls::RootSupervisor::of_this_process().begin_use();
    }
    Supervised(const Supervised&) = delete;
    Supervised& operator=(const Supervised&) = delete;
    ~Supervised() { agent::calls::RootSupervisor::of_this_process().end_use(); }
};

// One server and its calls, driven as a source of tools is.
class PeerRun {
public:
    explicit PeerRun(agent::mcp::ServerEntry entry, const agent::mcp::Asker& asker = {},
        const agent::mcp::Patience& patience = {}, const toolkit::Json& roots = {})
        : PeerRun(asker ? std::make_shared<agent::mcp::WaitingPrompter>(
                      agent::mcp::QuestionModes {true, true}, asker)
                        : nullptr,
            std::move(entry), patience, roots)
    {
    }

    PeerRun(std::shared_ptr<agent::mcp::QuestionPrompter> prompter, agent::mcp::ServerEntry entry,
        const agent::mcp::Patience& patience = {}, const toolkit::Json& roots = {})
        : server(std::move(entry),
            {roots, prompter ? prompter->modes() : agent::mcp::QuestionModes(), {}, patience})
        , calls(server, {std::move(prompter), [this](const toolkit::Json& fields) {
                             actions.push_back(fields["answer"].get<std::string>());
                         }})
    {
    }

    void step()
    {
        server.step();
        calls.step();
        for (auto& event : server.take_events())
            events.push_back(std::move(event));
    }

    template<class Condition>
    void run_until(Condition condition)
    {
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        for (step(); !condition(); step()) {
            if (std::chrono::steady_clock::now() > deadline)
                throw std::runtime_error("it never happens");
            toolkit::system::Watch watch;
            server.watch(watch);
            calls.watch(watch);
            watch.until(std::chrono::steady_clock::now() + std::chrono::milliseconds(100));
            watch.wait();
        }
    }

    void begin(const std::string& tool, const toolkit::Json& arguments = toolkit::Json::object())
    {
        calls.begin({next++, "tools/call", {{"name", tool}, {"arguments", arguments}}, tool});
    }

    agent::mcp::ServerOutcome outcome()
    {
        agent::mcp::ServerCalls::Ended ended;
        run_until([&] { return !(ended = calls.take_ended()).empty(); });
        return std::move(ended.front().second);
    }

    agent::mcp::ServerOutcome call(
        const std::string& tool, const toolkit::Json& arguments = toolkit::Json::object())
    {
        begin(tool, arguments);
        return outcome();
    }

    // The text of the answer, or the error.
    std::string text(
        const std::string& tool, const toolkit::Json& arguments = toolkit::Json::object())
    {
        return text_of(call(tool, arguments));
    }

    static std::string text_of(const agent::mcp::ServerOutcome& outcome)
    {
        const std::string error = outcome.error ? outcome.error->message : "";
        CHECK(outcome.is_end_unknown == (error.find(" is not known") != std::string::npos));
        return outcome.error ? "error: " + outcome.error->message
                             : outcome.result["content"][0]["text"].get<std::string>();
    }

    void start()
    {
        server.start();
        run_until([&] { return server.state() != agent::mcp::Server::State::starting; });
    }

    Supervised supervised;
    std::vector<std::string> actions; // how questions were answered
    agent::mcp::Server server;
    agent::mcp::ServerCalls calls;
    std::vector<agent::mcp::ServerEvent> events;
    agent::calls::CallId next = 1;
};

// Zombies are not alive.
inline bool is_gone(pid_t pid)
{
    for (int look = 0; look < 1000 && kill(pid, 0) == 0; ++look)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return kill(pid, 0) != 0;
}

inline bool has(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

// A file that a peer writes.
struct TemporaryFile {
    TemporaryFile()
    {
        std::array<char, 32> name {"/tmp/mcp-peer.XXXXXX"};
        close(mkstemp(name.data()));
        path = name.data();
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    ~TemporaryFile() { unlink(path.c_str()); }

    std::vector<pid_t> numbers() const
    {
        std::vector<pid_t> all;
        std::ifstream file(path);
        for (pid_t number = 0; file >> number;)
            all.push_back(number);
        return all;
    }

    std::string path;
};
