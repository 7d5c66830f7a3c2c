// mcp: a warm call of a tool's MCP server, and of `agentcli mcp` with that tool, against a plain
// call of the tool and a warm call of another server, in turns:
//   mcp TOOL ARGUMENTS MANIFEST PLAIN_MANIFEST -- PEER_TOOL PEER_ARGUMENTS PEER_COMMAND...
// Both manifests have the tool; by the second one it is started for each call. agentcli is in the
// directory of the tool. Prints the medians in microseconds, their ratios, and the memory of the
// servers at rest (proportional, with all of their processes). 1,000 rounds, or as many as ROUNDS
// says.

#include "call.hpp"

#include <cstring>
#include <filesystem>
#include <fstream>

#include <csignal>

// A server over a pair of pipes, which answers each line with one line.
class Server {
public:
    explicit Server(std::vector<std::string> command)
    {
        int input[2];
        int output[2];
        if (pipe2(input, O_CLOEXEC) != 0 || pipe2(output, O_CLOEXEC) != 0)
            std::exit(1);
        std::vector<char*> argv;
        for (auto& word : command)
            argv.push_back(word.data());
        argv.push_back(nullptr);
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, input[0], STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO);
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
        if (posix_spawnp(&process, argv[0], &actions, nullptr, argv.data(), environ) != 0)
            std::exit(1);
        posix_spawn_file_actions_destroy(&actions);
        close(input[0]);
        close(output[1]);
        to = input[1];
        from = output[0];
        request(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":)"
                R"("2025-06-18","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}})");
        write_line(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    }
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;
    ~Server()
    {
        close(to);
        close(from);
        kill(process, SIGTERM);
        waitpid(process, nullptr, 0);
    }

    // Microseconds from the request to its response.
    double call(const std::string& tool, const std::string& arguments)
    {
        const std::string line = R"({"jsonrpc":"2.0","id":)" + std::to_string(++id)
            + R"(,"method":"tools/call","params":{"name":")" + tool + R"(","arguments":)"
            + arguments + "}}";
        const auto begin = std::chrono::steady_clock::now();
        const std::string answer = request(line);
        const std::chrono::duration<double, std::micro> elapsed
            = std::chrono::steady_clock::now() - begin;
        if (answer.find(R"("isError":true)") != std::string::npos
            || answer.find(R"("result")") == std::string::npos) {
            std::fprintf(stderr, "a call failed: %s\n", answer.c_str());
            std::exit(1);
        }
        return elapsed.count();
    }

    // KiB of this process and its children, shared pages counted in proportion.
    long memory() const { return memory_of(process); }

private:
    static long memory_of(pid_t process)
    {
        const std::string place = "/proc/" + std::to_string(process);
        long sum = 0;
        std::ifstream rollup(place + "/smaps_rollup");
        for (std::string line; std::getline(rollup, line);)
            if (line.starts_with("Pss:"))
                sum += std::atol(line.c_str() + std::strlen("Pss:"));
        for (const auto& task : std::filesystem::directory_iterator(place + "/task")) {
            std::ifstream children(task.path() / "children");
            for (pid_t child = 0; children >> child;)
                sum += memory_of(child);
        }
        return sum;
    }

    void write_line(std::string line) const
    {
        line += '\n';
        if (write(to, line.data(), line.size()) != static_cast<ssize_t>(line.size()))
            std::exit(1);
    }

    std::string request(const std::string& line)
    {
        write_line(line);
        std::string answer;
        char bytes[65536];
        while (!answer.ends_with('\n')) {
            const ssize_t count = read(from, bytes, sizeof bytes);
            if (count <= 0)
                std::exit(1);
            answer.append(bytes, static_cast<std::size_t>(count));
        }
        return answer;
    }

    pid_t process = 0;
    int to = -1;
    int from = -1;
    int id = 0;
};

// A server that has answered prepares for its next call: not in the time of a call of another one.
static void rest() { usleep(2000); }

int main(int argc, char** argv)
{
    if (argc < 9 || std::strcmp(argv[5], "--") != 0)
        return 2;
    std::string tool = argv[1];
    const std::string name = tool.substr(tool.rfind('/') + 1);
    const std::string arguments = argv[2];
    const std::string peer_tool = argv[6];
    const std::string peer_arguments = argv[7];
    const std::string agentcli = tool.substr(0, tool.rfind('/') + 1) + "agentcli";
    Server ours({tool, "--mcp"});
    Server toolbelt({agentcli, "mcp", "-C", ".", "--tools", argv[3]});
    Server plain_toolbelt({agentcli, "mcp", "-C", ".", "--tools", argv[4]});
    Server peer(std::vector<std::string>(argv + 8, argv + argc));
    const int rounds = std::getenv("ROUNDS") != nullptr ? std::atoi(std::getenv("ROUNDS")) : 1000;
    std::vector<double> warm;
    std::vector<double> through;
    std::vector<double> plain_through;
    std::vector<double> plain;
    std::vector<double> theirs;
    char* plain_argv[] = {tool.data(), nullptr};
    for (int round = 0; round < rounds; ++round) {
        rest();
        warm.push_back(ours.call(name, arguments));
        rest();
        through.push_back(toolbelt.call(name, arguments));
        rest();
        plain_through.push_back(plain_toolbelt.call(name, arguments));
        rest();
        plain.push_back(microseconds_of(plain_argv, arguments));
        rest();
        theirs.push_back(peer.call(peer_tool, peer_arguments));
    }
    sleep(1);
    std::printf("%-14s warm %5.0f us, %.2f of a plain call, %.2f of %s; %ld KiB against %ld KiB\n",
        name.c_str(), median(warm), median(warm) / median(plain), median(warm) / median(theirs),
        peer_tool.c_str(), ours.memory(), peer.memory());
    std::printf("%-14s agentcli mcp: warm %5.0f us, %.2f of %s; plain %5.0f us, %.2f; %ld KiB\n",
        name.c_str(), median(through), median(through) / median(theirs), peer_tool.c_str(),
        median(plain_through), median(plain_through) / median(theirs), toolbelt.memory());
}
