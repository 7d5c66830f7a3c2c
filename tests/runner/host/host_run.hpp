#pragma once

#include "played_server.hpp"

#include "frontends/host/host.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/file.hpp"

#include "catch.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

using namespace agent::model;
using namespace frontends::host;
using namespace runner::start;
using namespace runner::terminal;
using namespace toolkit::json;
using namespace toolkit::system;

// A call as a model makes it.
inline Json call_of(const std::string& id, const std::string& tool, const Json& arguments)
{
    return {{"id", id}, {"type", "function"},
        {"function", {{"name", tool}, {"arguments", arguments.dump()}}}};
}

inline Json calls_message(const Json& calls)
{
    return {{"role", "assistant"}, {"content", nullptr}, {"tool_calls", calls}};
}

// What Catch can print, as it can't a Json.
inline std::string text_at(const Json& json, const char* field)
{
    return json.contains(field) && json.at(field).is_string() ? json.at(field).get<std::string>()
                                                              : "";
}

// A host of a run in a directory of its own; the run is another process.
class HostRun {
public:
    HostRun()
    {
        std::string name = (std::filesystem::temp_directory_path() / "host_XXXXXX").string();
        REQUIRE(mkdtemp(name.data()) != nullptr);
        directory = name;
        config.chat.model = "m";
        config.chat.streaming = Streaming::on;
        config.shown.text = true;
        config.beginning.agents_md = false;
        config.beginning.system = "";
        config.limits = {8, 100, 5, 0, {}};
        config.tool_timeout = std::chrono::seconds(20);
        config.server.base_url = "http://127.0.0.1:9/v1"; // nobody listens
        config.server.timeout = std::chrono::seconds(20);
        config.audit_directory = directory.string();
        make_file("tools.json", R"({"tools": []})");
        config.tools.manifest = (directory / "tools.json").string();
    }

    ~HostRun()
    {
        if (child > 0)
            kill(child, SIGKILL);
        if (child > 0)
            waitpid(child, nullptr, 0);
        std::filesystem::remove_all(directory);
    }

    HostRun(const HostRun&) = delete;
    HostRun& operator=(const HostRun&) = delete;

    void make_file(const std::string& name, const std::string& text, int mode = 0644) const
    {
        std::ofstream(directory / name) << text;
        chmod((directory / name).c_str(), static_cast<mode_t>(mode));
    }

    // A tool of the manifest that is a shell script.
    void make_tool(const std::string& name, const std::string& script, bool changes)
    {
        make_file(name, "#!/bin/sh\n" + script, 0755);
        manifest.push_back({{"name", name}, {"description", "A tool of the test"},
            {"schema", {{"type", "object"}}}, {"command", {"./" + name}},
            {"changesFiles", changes}});
        make_file("tools.json", Json {{"tools", manifest}}.dump());
    }

    void start()
    {
        std::array<int, 2> in {};
        std::array<int, 2> out {};
        REQUIRE(pipe2(in.data(), O_CLOEXEC) == 0);
        REQUIRE(pipe2(out.data(), O_CLOEXEC) == 0);
        child = fork();
        REQUIRE(child >= 0);
        if (child == 0)
            serve(in[0], out[1], in[1], out[0]);
        close(in[0]);
        close(out[1]);
        to_run = File(in[1]);
        from_run = File(out[0]);
    }

    void send(const std::string& bytes) const
    {
        REQUIRE(write_all(to_run.descriptor(), bytes, [] { return true; }) == 0);
    }
    void say(const Json& message) const { send(message.dump() + "\n"); }

    // The next event; nothing at the end.
    std::optional<Json> next()
    {
        for (;;) {
            if (const auto end = heard.find('\n'); end != std::string::npos) {
                Json event = parse_bounded(heard.substr(0, end));
                heard.erase(0, end + 1);
                REQUIRE(event.at("seq").get<std::uint64_t>() == ++last_seq);
                return event;
            }
            std::array<char, 65536> buffer {};
            pollfd watched {from_run.descriptor(), POLLIN, 0};
            REQUIRE(poll(&watched, 1, 10000) == 1);
            const ssize_t got = read(from_run.descriptor(), buffer.data(), buffer.size());
            if (got <= 0) {
                CHECK(heard.empty());
                return std::nullopt;
            }
            heard.append(buffer.data(), static_cast<std::size_t>(got));
        }
    }

    // Passes over others; of a turn, its end.
    Json wait_for(const std::string& name)
    {
        while (const auto event = next()) {
            INFO(event->dump());
            if (event->at("event") == name && (name != "turn" || event->at("state") == "ends"))
                return *event;
        }
        FAIL("there is no event " + name);
        return {};
    }

    void end_input() { to_run = {}; }
    void stop_reading() { from_run = {}; }

    // Waits for the end of the run.
    int status()
    {
        int result = 0;
        waitpid(child, &result, 0);
        child = -1;
        return WIFEXITED(result) ? WEXITSTATUS(result) : -WTERMSIG(result);
    }

    int quit()
    {
        say({{"do", "quit"}});
        while (next()) { }
        return status();
    }

    std::vector<Json> audit_lines() const
    {
        std::vector<Json> lines;
        for (const auto& log : std::filesystem::directory_iterator(directory / ".agentcli/audit")) {
            std::ifstream file(log.path());
            for (std::string line; log.path().extension() == ".log" && std::getline(file, line);)
                lines.push_back(parse_bounded(line));
        }
        return lines;
    }

    bool has_silent_name_server = false; // names are asked of one that never answers
    RunConfig config;
    HostRights rights;
    agent::redaction::Secrets secrets;
    std::filesystem::path directory;
    pid_t child = -1;

private:
    [[noreturn]] void serve(int in, int out, int their_in, int their_out) const
    {
        close(their_in);
        close(their_out);
        // What is printed beside the channel is found in a file.
        const File printed(
            open((directory / "printed").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
        dup2(printed.descriptor(), STDOUT_FILENO);
        dup2(printed.descriptor(), STDERR_FILENO);
        int status = 70;
        if (has_silent_name_server && !on_no_names())
            _exit(77);
        if (chdir(directory.c_str()) == 0) {
            try {
                begin_with_usual_signals();
                Cancel cancel;
                status = serve_host(config, rights, {secrets, {}, {in, out}}, cancel);
            } catch (const std::exception& error) {
                dprintf(STDERR_FILENO, "%s\n", error.what());
            }
        }
        _exit(status);
    }

    // In a network and a view of the file system of one's own.
    bool on_no_names() const
    {
        make_file("resolv.conf", "nameserver 127.0.0.1\n");
        if (unshare(CLONE_NEWNS | CLONE_NEWNET) != 0
            || mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0
            || mount((directory / "resolv.conf").c_str(), "/etc/resolv.conf", nullptr, MS_BIND,
                   nullptr)
                != 0)
            return false;
        static const File server(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
        ifreq loopback {};
        loopback.ifr_name[0] = 'l';
        loopback.ifr_name[1] = 'o';
        loopback.ifr_flags = IFF_UP;
        sockaddr_in address {};
        address.sin_family = AF_INET;
        address.sin_port = htons(53);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        return ioctl(server.descriptor(), SIOCSIFFLAGS, &loopback) == 0
            && bind(server.descriptor(), reinterpret_cast<sockaddr*>(&address), sizeof address)
            == 0;
    }

    Json manifest = Json::array();
    File to_run;
    File from_run;
    std::string heard;
    std::uint64_t last_seq = 0;
};
