"""Chromium without a window, driven over its debugging pipe (--remote-debugging-pipe)."""
import base64, json, os, select, subprocess, time

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync",
         "--remote-debugging-pipe"]
TIME = 30


class Browser:
    def __init__(self, program, directory, login):
        ours, theirs = os.pipe(), os.pipe()

        def take_pipes():  # 3 is read by Chromium, 4 is written
            inward, outward = os.dup(ours[0]), os.dup(theirs[1])
            os.dup2(inward, 3)
            os.dup2(outward, 4)

        self.login, self.count, self.rest = login, 0, b""
        self.process = subprocess.Popen(
            [program, *FLAGS, "--user-data-dir=" + directory], preexec_fn=take_pipes,
            close_fds=False, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        self.out, self.inward = ours[1], theirs[0]
        self.session = None
        page = self.do("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.do("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]
        self.do("Page.enable")
        self.do("Fetch.enable", handleAuthRequests=True, patterns=[{"urlPattern": "*"}])

    def send(self, method, **params):
        self.count += 1
        message = {"id": self.count, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        return self.count

    def hear(self):
        """The next message; what asks for a password is answered on the way."""
        deadline = time.monotonic() + TIME
        while b"\0" not in self.rest:
            if not select.select([self.inward], [], [], max(0, deadline - time.monotonic()))[0]:
                raise TimeoutError("Chromium says nothing")
            self.rest += os.read(self.inward, 1 << 20)
        line, _, self.rest = self.rest.partition(b"\0")
        message = json.loads(line)
        request = message.get("params", {}).get("requestId")
        if message.get("method") == "Fetch.requestPaused":
            self.send("Fetch.continueRequest", requestId=request)
        elif message.get("method") == "Fetch.authRequired":
            name, password = self.login
            self.send("Fetch.continueWithAuth", requestId=request, authChallengeResponse={
                "response": "ProvideCredentials", "username": name, "password": password})
        return message

    def do(self, method, **params):
        wanted = self.send(method, **params)
        while (message := self.hear()).get("id") != wanted:
            pass
        if "error" in message:
            raise RuntimeError(message["error"]["message"])
        return message["result"]

    def value(self, expression):
        result = self.do("Runtime.evaluate", expression=expression, awaitPromise=True,
                         returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(expression + ": " + str(result["exceptionDetails"]))
        return result["result"].get("value")

    def wait(self, expression):
        deadline = time.monotonic() + TIME
        while not self.value("!!(" + expression + ")"):
            if time.monotonic() > deadline:
                raise TimeoutError(expression + "\n" + str(self.value("document.body.innerText")))
            time.sleep(0.05)

    def open(self, url):
        self.do("Page.navigate", url=url)
        self.wait("document.readyState == 'complete'")

    def picture(self, path, width, height, is_dark=False):
        self.do("Emulation.setDeviceMetricsOverride", width=width, height=height,
                deviceScaleFactor=1, mobile=width < 600)
        self.do("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}])
        data = self.do("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def close(self):
        self.process.kill()
        self.process.wait()
