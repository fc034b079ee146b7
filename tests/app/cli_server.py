# A small SuiteSparse Matrix Collection on this machine.
# SPDX-License-Identifier: GPL-3.0-or-later
import http.server
import io
import os
import tarfile
import threading

INDEX = ('3\n20-Jul-2018 14:33:25\n'
         'HB,small,3,3,7,1,0,1,1,1,1,structural problem,7\n'
         'HB,ash219,219,85,438,1,1,0,0,0,0,least squares problem,438\n'
         'Meng,iChem,274087,274087,4137369,0,0,0,-1,0.98,0.64,computational chemistry problem,'
         '4137370\n')
MATRIX = ('%%MatrixMarket matrix coordinate real general\n3 3 7\n1 1 4\n1 2 -1\n2 1 -1\n2 2 4\n'
          '2 3 -1\n3 2 -1\n3 3 4\n')


def make_archive(name, text):
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode='w:gz') as archive:
        info = tarfile.TarInfo(f'{name}/{name}.mtx')
        info.size = len(text)
        archive.addfile(info, io.BytesIO(text.encode()))
    return packed.getvalue()


class Handler(http.server.BaseHTTPRequestHandler):
    files = {'/files/ssstats.csv': INDEX.encode(),
             '/MM/HB/small.tar.gz': make_archive('small', MATRIX),
             '/MM/HB/html.tar.gz': b'<html>Log in!</html>'}

    def do_GET(self):
        content = self.files.get(self.path)
        if content is None:
            self.send_error(404)
            return
        etag = '"%d"' % len(content)
        if self.headers['If-None-Match'] == etag:
            self.send_response(304)
            self.end_headers()
            return
        self.send_response(200)
        self.send_header('Content-Length', str(len(content)))
        self.send_header('ETag', etag)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


def start():
    """The server and its address."""
    for name in ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY']:
        os.environ.pop(name, None)
    os.environ['GIO_USE_PROXY_RESOLVER'] = 'dummy'
    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, 'http://127.0.0.1:%d' % server.server_address[1]
